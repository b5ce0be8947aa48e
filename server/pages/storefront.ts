import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '#domain/locale.ts';
import type { PageRequest, RenderPage, ShopAssets, ShopView } from '#contract/pages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZoneCache } from '../delivery/zones.ts';
import type { FrameCache } from '../content/site-frame.ts';
import { pageFacts } from '../content/page-facts.ts';
import type { Deps } from '../context.ts';
import type { LoadShedding } from '../http/load-shedding.ts';
import { hstsHeader, setHtmlHeaders } from '../http/headers.ts';
import { today } from './title-queries.ts';
import { bootScript, DIST, facesOf, readBuilt, type Manifest } from './built-files.ts';
import { loadAdminShell } from './admin-area.ts';
import type { Brand } from './brand.ts';
import { loadShell, type RenderShell } from './customer-area.ts';
import type { PageCache } from './page-cache.ts';
import fastifyStatic from '@fastify/static';

/** The storefront's part in the server: what `npm run build` made, or in development what Vite makes of the sources. */
export type StorefrontBuild = {
  renderPage(request: PageRequest): string | Promise<string>;
  assetsFor(locale: Locale): ShopAssets;
  /** The document of the customer area. */
  shell: RenderShell;
  /** The document of the back office, with the shop's name. */
  adminShell: (brand: Brand) => string;
  /** Serves the scripts, styles and fonts that the pages name. */
  install(app: FastifyInstance): Promise<void>;
  /** Whether rendered pages stay the same for a while. */
  isCacheable: boolean;
  /** The folder of what was built, whose assets other servers may be asked for. */
  dist?: string;
};

/** Loads what `npm run build` made. */
export async function loadStorefrontBuild(): Promise<StorefrontBuild> {
  const { renderPage } = (await import(pathToFileURL(join(DIST, 'shop-server/entry-server.js')).href)) as {
    renderPage: RenderPage;
  };
  return {
    renderPage,
    assetsFor: pageAssets(readBuilt<Manifest>('shop/manifest.json')),
    shell: await loadShell(),
    adminShell: loadAdminShell(),
    install: (app) =>
      registerBuiltFiles(app, {
        shop: join(DIST, 'shop'),
        customer: join(DIST, 'customer'),
        admin: join(DIST, 'admin'),
      }),
    isCacheable: true,
    dist: DIST,
  };
}

function pageAssets(manifest: Manifest): StorefrontBuild['assetsFor'] {
  const style = manifest['web/shop/shop.css']!;
  const common = {
    boot: bootScript('boot', 'web/shop/boot.ts'),
    main: `/${manifest['web/shop/main.ts']!.file}`,
    css: `/${style.file}`,
  };
  const faces = facesOf(style.assets);
  return (locale) => ({ ...common, fonts: faces(locale).map((file) => `/${file}`) });
}

export type PageContext = {
  deps: Deps;
  build: StorefrontBuild;
  cache: PageCache;
  zones: ZoneCache;
  frames: FrameCache;
  shedding: LoadShedding;
};
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
  { deps, build, zones, frames }: PageContext,
  { locale, view, path }: UncachedPage,
): Promise<string> {
  const { publicUrl, config } = deps;
  const isFailed = view.page === 'failed';
  return build.renderPage({
    view,
    locale,
    path,
    publicUrl,
    shopName: config.shopName,
    logo: config.logo,
    contact: config.contact,
    facts: pageFacts(deps.settings.values, languageOf(view) ?? locale),
    frame: isFailed ? frames.last(locale, today()) : await frames.get(locale, today()),
    zones: isFailed ? zones.last : await zones.get(),
    assets: build.assetsFor(locale),
  });
}

/** The language of a page's text, which may be another than the reader's. */
function languageOf(view: ShopView): Locale | undefined {
  return 'text' in view ? view.text.language : undefined;
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

/** Serves built files, whose names change with their content, from the folders of the shop, the customer area and the back office. */
export async function registerBuiltFiles(
  app: FastifyInstance,
  folders: { shop: string; customer: string; admin: string },
): Promise<void> {
  const common = {
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    dotfiles: 'deny',
    decorateReply: false,
  } as const;
  await app.register(async (files) => {
    // A page that was let in is nothing without its scripts.
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, priority: 'always' };
    });
    const serve = (folder: string, prefix: string) =>
      files.register(fastifyStatic, { ...common, root: join(folder, 'assets'), prefix });
    await serve(folders.shop, '/assets/');
    await serve(folders.customer, '/customer/assets/');
    await serve(folders.admin, '/admin/assets/');
  });
}
