import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { bookPath, inLocale } from '#contract/pages.ts';
import { LOCALES } from '#domain/locale.ts';
import type { Deps } from '../deps.ts';
import { product } from '../db/tables.ts';

/** Titles in one file of the sitemap, by ranges of ids. */
const PER_FILE = 10_000;

/** What machines read: robots.txt, the sitemap, and the rules for prerendering links. */
export function registerMachineFiles(app: FastifyInstance, { db, publicUrl }: Deps): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(
        `User-agent: *\nDisallow: /customer/\nDisallow: /api/\nDisallow: /cart\nDisallow: /order/\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const { rows } = await db.execute<{ last: number | null }>(sql`SELECT max(${product.id}) AS last FROM ${product}`);
    const files = Array.from({ length: Math.floor((rows[0]!.last ?? 0) / PER_FILE) + 1 }, (_, file) => file);
    const entries = files.map((file) => `<sitemap><loc>${publicUrl}/sitemaps/books-${file}.xml</loc></sitemap>`);
    return reply.type('application/xml').send(xml('sitemapindex', entries));
  });
  app.get<{ Params: { file: string } }>('/sitemaps/books-:file(^\\d+$).xml', async ({ params }, reply) => {
    const first = Number(params.file) * PER_FILE;
    const { rows } = await db.execute<{ id: number; slug: string; day: string }>(sql`
      SELECT id, slug, to_char(updated_at, 'YYYY-MM-DD') AS day FROM ${product}
      WHERE id >= ${first} AND id < ${first + PER_FILE} AND is_listed ORDER BY id`);
    const fixed = first === 0 ? ['/', '/browse'].map((path) => entry(publicUrl, path)) : [];
    return reply
      .type('application/xml')
      .send(xml('urlset', [...fixed, ...rows.map((row) => entry(publicUrl, bookPath(row), row.day))]));
  });
  app.get('/speculation-rules.json', async (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(SPECULATION_RULES)),
  );
}

/** Shop pages are prerendered when a reader moves to click; personal ones never. */
const SPECULATION_RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/customer/*', '/cart', '/*/cart', '/order/*', '/*/order/*', '/api/*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

function entry(publicUrl: string, path: string, day?: string): string {
  const alternates = LOCALES.map(
    (locale) =>
      `<xhtml:link rel="alternate" hreflang="${locale}" href="${publicUrl}${encodeURI(inLocale(locale, path))}"/>`,
  );
  const modified = day ? `<lastmod>${day}</lastmod>` : '';
  return `<url><loc>${publicUrl}${encodeURI(path)}</loc>${modified}${alternates.join('')}</url>`;
}

function xml(root: string, entries: readonly string[]): string {
  const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${names}>${entries.join('')}</${root}>`;
}
