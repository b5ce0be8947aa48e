import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { docsPage } from './docs-page.ts';
import { htmlHeaders } from './html.ts';
import { limitSubject } from './limits.ts';
import { openApiDocument } from './openapi.ts';

/** The description of every call: for machines, for people, and where browsers report what the policy blocked. */
export function registerDescription(app: FastifyInstance, { publicUrl, config }: Deps, css: string): void {
  const title = `${config.shopName}: the calls`;
  const document = openApiDocument(publicUrl, title);
  const page = docsPage(title, document, css);
  app.get('/api/openapi.json', async (_request, reply) => reply.header('Cache-Control', 'no-cache').send(document));
  app.get('/api/docs', async (_request, reply) =>
    htmlHeaders(reply, { isSecure: publicUrl.startsWith('https:') })
      .header('Cache-Control', 'no-cache')
      .send(page),
  );
}

/** Takes what browsers report of blocked content into the log. */
export async function registerReports(app: FastifyInstance, { takeCredit }: Deps): Promise<void> {
  await app.register(async (reports) => {
    reports.addContentTypeParser(
      ['application/reports+json', 'application/csp-report'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    reports.post('/api/csp-reports', async (request, reply) => {
      await takeCredit('report', limitSubject(request.ip));
      request.log.warn({ report: String(request.body).slice(0, 2000) }, 'blocked by the content security policy');
      return reply.code(204).send();
    });
  });
}
