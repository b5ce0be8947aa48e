import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';

/** Serves robots.txt, and the rules for prerendering links. */
export function registerSeoFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
          `Sitemap: ${deps.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  app.get('/speculation-rules.json', async (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(SPECULATION_RULES)),
  );
}

/** Path prefixes that are neither indexed nor prerendered: personal pages and the API. */
const PRIVATE_PATHS = ['/customer/', '/api/', '/cart', '/wish-list', '/order/', '/ticket/'];

/** Shop pages are prerendered on intent to click; personal ones never, in any language, nor what opens in place. */
const SPECULATION_RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: PRIVATE_PATHS.flatMap((path) => [`${path}*`, `/*${path}*`]) } },
          { not: { href_matches: '/*/look-inside' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};
