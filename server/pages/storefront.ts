import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '#domain/locale.ts';
import type { PageRequest, RenderPage, ShopAssets, ShopView } from '#contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZoneCache } from '../delivery/zones.ts';
import type { Deps } from '../context.ts';
import { escapeHtml, hstsHeader, setHtmlHeaders } from '../http/headers.ts';
import type { PageCache } from './page-cache.ts';
import fastifyStatic from '@fastify/static';

/** The storefront's part in the server: what `npm run build` made, or in development what Vite makes of the sources. */
export type StorefrontBuild = {
  renderPage(request: PageRequest): string | Promise<string>;
  assetsFor(locale: Locale): ShopAssets;
  /** The document of the customer area. */
  shell(): string;
  /** Serves the scripts, styles and fonts that the pages name. */
  install(app: FastifyInstance): Promise<void>;
  /** Whether rendered pages stay the same for a while. */
  isCacheable: boolean;
};

type Manifest = Record<string, { file: string; assets?: string[] }>;

const DIST = join(import.meta.dirname, '../../dist');

/** Loads what `npm run build` made, for a shop of this name. */
export async function loadStorefrontBuild(shopName: string): Promise<StorefrontBuild> {
  const { renderPage } = (await import(pathToFileURL(join(DIST, 'shop-server/entry-server.js')).href)) as {
    renderPage: RenderPage;
  };
  const manifest = readJson<Manifest>('shop/manifest.json');
  const boot = `/${readJson<Manifest>('boot/manifest.json')['web/shop/boot.ts']!.file}`;
  const shell = fillShell(readFileSync(join(DIST, 'customer/index.html'), 'utf8'), { boot, shopName });
  return {
    renderPage,
    assetsFor: pageAssets(manifest, boot),
    shell: () => shell,
    install: (app) => registerBuiltFiles(app, { shop: join(DIST, 'shop'), customer: join(DIST, 'customer') }),
    isCacheable: true,
  };
}

/** The customer area's document with the script that runs before the first paint, and the shop's name. */
export function fillShell(html: string, { boot, shopName }: { boot: string; shopName: string }): string {
  return html
    .replace('<!-- boot -->', () => `<script src="${boot}"></script>`)
    .replaceAll('SHOP_NAME', () => escapeHtml(shopName));
}

/** A page preloads the faces that its first screen is set in. */
function pageAssets(manifest: Manifest, boot: string): StorefrontBuild['assetsFor'] {
  const style = manifest['web/shop/shop.css']!;
  const face = (name: string) => (style.assets ?? []).filter((file) => file.includes(name)).map((file) => `/${file}`);
  const latin = [...face('literata-latin-wght'), ...face('figtree-latin-wght')];
  const persian = face('vazirmatn-arabic-wght');
  const common = { boot, main: `/${manifest['web/shop/main.ts']!.file}`, css: `/${style.file}` };
  return (locale) => ({ ...common, fonts: locale === 'fa' ? persian : latin });
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(DIST, path), 'utf8')) as T;
}

export type PageContext = { deps: Deps; build: StorefrontBuild; cache: PageCache; zones: ZoneCache };
/** A page's request also has a language, by its address. */
export type LocalizedContext = PageContext & { locale: Locale };
/** Sends one page, or takes one of its forms. */
export type PageHandler = (
  context: LocalizedContext,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

export type UncachedPage = { locale: Locale; view: ShopView; path: string; status?: number };

/** The HTML of a page. A page that reports a failure must not need the database. */
export async function renderView(
  { deps, build, zones }: PageContext,
  { locale, view, path }: UncachedPage,
): Promise<string> {
  const { publicUrl, config } = deps;
  return build.renderPage({
    view,
    locale,
    path,
    publicUrl,
    shopName: config.shopName,
    contact: config.contact,
    zones: view.page === 'failed' ? zones.last : await zones.get(),
    assets: build.assetsFor(locale),
  });
}

/** Sends a personal page or an error page, uncacheable. */
export async function sendUncached(
  context: PageContext,
  reply: FastifyReply,
  page: UncachedPage,
): Promise<FastifyReply> {
  const html = await renderView(context, page);
  return setHtmlHeaders(reply, { hsts: hstsHeader(context.deps) })
    .code(page.status ?? 200)
    .header('Cache-Control', 'no-store')
    .send(html);
}

/** Serves built files, whose names change with their content, from the folders of the shop and of the customer area. */
export async function registerBuiltFiles(
  app: FastifyInstance,
  folders: { shop: string; customer: string },
): Promise<void> {
  const common = {
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    dotfiles: 'deny',
    decorateReply: false,
  } as const;
  await app.register(fastifyStatic, { ...common, root: join(folders.shop, 'assets'), prefix: '/assets/' });
  await app.register(fastifyStatic, { ...common, root: join(folders.customer, 'assets'), prefix: '/customer/assets/' });
}

/** The icon, and the customer area's document at every address below `/customer`. */
export function registerCustomerArea(app: FastifyInstance, deps: Deps, { shell }: StorefrontBuild): void {
  for (const url of ['/favicon.svg', '/favicon.ico'])
    app.get(url, async (_request, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    );
  const hsts = hstsHeader(deps);
  for (const url of ['/customer', '/customer/*'])
    app.get(url, async (request, reply) =>
      setHtmlHeaders(reply, { hsts, connectTo: await connectOrigins(request.url, deps.identityProvider) })
        .header('Cache-Control', 'no-cache')
        .header('Vary', 'Accept')
        .header('Referrer-Policy', 'no-referrer')
        .send(shell()),
    );
}

/**
 * Other origins that the customer area's scripts may send requests to. Only the page to which the provider redirects back
 * waits for its metadata, for it needs them at once.
 */
async function connectOrigins(address: string, provider: Deps['identityProvider']): Promise<readonly string[]> {
  if (address.startsWith('/customer/callback')) await provider?.discover().catch(() => {});
  return provider?.origins() ?? [];
}

const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#735394"/>' +
  '<path d="M16 9c-2.4-1.7-5.3-2.3-8.5-2v15.5c3.200-.3 6.100.3 8.5 2 2.4-1.7 5.3-2.3 8.5-2V7c-3.200-.3-6.100.3-8.5 2z" fill="#faf6ef"/>' +
  '<path d="M16 9v15.5" stroke="#735394" stroke-width="1.5"/></svg>';
