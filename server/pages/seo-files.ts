import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../context.ts';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { and, between, eq, max, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { bookPath, HELP_PAGES, localizedPath, SHOP_PAGES } from '#contract/pages.ts';
import { LOCALES } from '#domain/locale.ts';
import { productCoverPath, productColumns } from '../catalogue/products.ts';
import { product } from '../db/tables.ts';
import { preferredEncoding } from '../http/headers.ts';
import { throwApiError } from '../api-error.ts';

/** Serves robots.txt, the sitemap, and the rules for prerendering links. */
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
  registerSitemaps(app, deps);
  app.get('/speculation-rules.json', async (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('Cache-Control', 'public, max-age=86400')
      .send(JSON.stringify(SPECULATION_RULES)),
  );
}

/** Path prefixes that are neither indexed nor prerendered: personal pages and the API. */
const PRIVATE_PATHS = ['/customer/', '/api/', '/cart', '/wish-list', '/order/', '/ticket/'];

/** Shop pages are prerendered on intent to click; personal ones never, in any language. */
const SPECULATION_RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: PRIVATE_PATHS.flatMap((path) => [`${path}*`, `/*${path}*`]) } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

/** Titles in one file, by ranges of ids: less than 3 MB of XML, some 100 kB compressed. */
const PRODUCTS_PER_FILE = 2000;
/** Each file is written at most once an hour and cached compressed, within these bytes. */
const CACHE_LIMITS = { ttl: 3_600_000, maxSize: 64 * 1024 * 1024 };

const compress = promisify(gzip);
const decompress = promisify(gunzip);

type SitemapSource = Pick<Deps, 'db' | 'publicUrl'>;

/** The sitemap: an index, and files of titles with their covers, changes and languages. */
export function registerSitemaps(app: FastifyInstance, deps: Deps): void {
  const files = new LRUCache<string, Buffer, () => Promise<string>>({
    ...CACHE_LIMITS,
    sizeCalculation: (file) => file.length,
    fetchMethod: async (_name, _stale, { context: write }) => compress(await write()),
  });
  const send = async (request: FastifyRequest, reply: FastifyReply, write: () => Promise<string>) => {
    const file = await files.forceFetch(request.routeOptions.url + JSON.stringify(request.params), { context: write });
    const isCompressed = preferredEncoding(request.headers['accept-encoding']) !== undefined;
    void reply
      .type('application/xml')
      .header('Cache-Control', 'public, max-age=3600')
      .header('Vary', 'Accept-Encoding');
    if (isCompressed) void reply.header('Content-Encoding', 'gzip');
    return reply.send(isCompressed ? file : await decompress(file));
  };
  app.get('/sitemap.xml', (request, reply) => send(request, reply, () => renderSitemapIndex(deps)));
  app.get<{ Params: { file: string } }>('/sitemaps/books-:file(^\\d+$).xml', async (request, reply) => {
    const file = Number(request.params.file);
    if (file > (await lastFileNumber(deps))) throwApiError('not_found');
    return send(request, reply, () => renderSitemapFile(deps, file));
  });
}

async function lastFileNumber({ db }: SitemapSource): Promise<number> {
  const [highest] = await db.select({ id: max(product.id) }).from(product);
  return Math.floor((highest!.id ?? 0) / PRODUCTS_PER_FILE);
}

async function renderSitemapIndex(source: SitemapSource): Promise<string> {
  const files = Array.from({ length: (await lastFileNumber(source)) + 1 }, (_, file) => `books-${file}.xml`);
  return xmlDocument(
    'sitemapindex',
    files.map((file) => `<sitemap><loc>${source.publicUrl}/sitemaps/${file}</loc></sitemap>`),
  );
}

async function renderSitemapFile({ db, publicUrl }: SitemapSource, file: number): Promise<string> {
  const first = file * PRODUCTS_PER_FILE;
  const rows = await db
    .select({ ...productColumns, day: sql<string>`to_char(${product.updatedAt}, 'YYYY-MM-DD')` })
    .from(product)
    .where(and(between(product.id, first, first + PRODUCTS_PER_FILE - 1), eq(product.isListed, true)))
    .orderBy(product.id);
  const fixed =
    file === 0
      ? ['/', '/browse', ...HELP_PAGES.map((page) => SHOP_PAGES[page])].map((path) => urlEntry(publicUrl, path))
      : [];
  const titles = rows.map((row) => urlEntry(publicUrl, bookPath(row), { day: row.day, cover: productCoverPath(row) }));
  return xmlDocument('urlset', [...fixed, ...titles]);
}

function urlEntry(publicUrl: string, path: string, title?: { day: string; cover: string }): string {
  const alternates = LOCALES.map(
    (locale) =>
      `<xhtml:link rel="alternate" hreflang="${locale}" href="${publicUrl}${encodeURI(localizedPath(locale, path))}"/>`,
  );
  const details = title
    ? `<lastmod>${title.day}</lastmod><image:image><image:loc>${publicUrl}${title.cover}</image:loc></image:image>`
    : '';
  return `<url><loc>${publicUrl}${encodeURI(path)}</loc>${details}${alternates.join('')}</url>`;
}

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

function xmlDocument(root: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${NAMESPACES}>${entries.join('')}</${root}>`;
}
