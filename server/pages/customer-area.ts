import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ENDPOINTS, type Endpoints } from '#contract/endpoints.ts';
import {
  PAINTED_PAGES,
  type FirstPaint,
  type FirstPaintRequest,
  type PaintedPage,
  type RenderFirstPaint,
} from '#contract/first-paint.ts';
import { BOUGHT_SORTS } from '#contract/options.ts';
import { CUSTOMER_AREA, LOCALE_COOKIE } from '#contract/pages.ts';
import { calendarOf, directionOf, isLocale, preferredLocale, type Locale } from '#domain/locale.ts';
import { sessionBindingCookie } from '../accounts/auth-cookies.ts';
import type { Deps } from '../context.ts';
import { escapeHtml, hstsHeader, setHtmlHeaders } from '../http/headers.ts';
import { logoMeta, markHtml, type Brand } from './brand.ts';
import { bootScript, DIST, facesOf, readBuilt, type Manifest } from './built-files.ts';

type ShellRequest = Omit<FirstPaintRequest, 'page'> & {
  brand: Brand;
  /** The page if it is one that the server renders. */
  page: PaintedPage | undefined;
};
/** Makes the document of the customer area. */
export type RenderShell = (request: ShellRequest) => string | Promise<string>;

/** The document of the customer area with the shop's name, and the script that runs before the first paint. */
export function fillShell(html: string, { boot, brand }: { boot: string; brand: Brand }): string {
  return html
    .replace('<!-- boot -->', () => `${logoMeta(brand)}<script src="${boot}"></script>`)
    .replaceAll('SHOP_MARK', () => markHtml(brand))
    .replaceAll('SHOP_NAME', () => escapeHtml(brand.shopName));
}

/** Loads what `npm run build` made of the customer area. */
export async function loadShell(): Promise<RenderShell> {
  const entry = pathToFileURL(join(DIST, 'customer-server/entry-server.js')).href;
  const { renderFirstPaint } = (await import(entry)) as { renderFirstPaint: RenderFirstPaint };
  const boot = bootScript('area-boot', 'web/customer/boot.ts');
  const html = readFileSync(join(DIST, 'customer/index.html'), 'utf8');
  const linksFor = firstLoadLinks(readBuilt<Manifest>('customer/manifest.json'));
  const shells = new Map<string, Promise<string>>();
  const render = async (request: ShellRequest) => {
    const { page, locale, brand } = request;
    const painted = page ? await renderFirstPaint({ ...request, page }) : [];
    const links = page ? linksFor(page, locale) : [];
    return fillShell(fillFirstPaint(html, { request, painted, links }), { boot, brand });
  };
  return (request) => {
    const key = `${request.page} ${request.locale} ${request.brand.logo?.id} ${request.brand.shopName}`;
    const shell = shells.get(key) ?? render(request);
    shells.set(key, shell);
    return shell;
  };
}

type Filling = { request: ShellRequest; painted: readonly FirstPaint[]; links: string[] };

/** The document in its language, with what the server rendered of the page: boot.ts says who sees it. */
function fillFirstPaint(html: string, { request: { page, locale, provider }, painted, links }: Filling): string {
  const meta = `<meta name="identity-provider" content="${escapeHtml(JSON.stringify(provider))}">`;
  const visitors = painted.flatMap((one) => one.visitors).join(' ');
  const firstRequests = page && FIRST_REQUESTS[page]?.(locale).join(' ');
  const attributes = [
    `lang="${locale}" dir="${directionOf(locale)}" data-painted-for="${visitors}"`,
    ...(firstRequests ? [`data-first-requests="${escapeHtml(firstRequests)}"`] : []),
  ];
  const document = html
    .replace('<html lang="en">', `<html ${attributes.join(' ')}>`)
    .replace('<!-- boot -->', () => [meta, '<!-- boot -->', ...links].join('\n    '));
  const [first] = painted;
  if (!first) return document;
  const [title = ''] = TITLE.exec(first.html) ?? [];
  const frames = painted.map((one) => {
    const shown = one.html.replace(TITLE, '');
    return one.kind === 'whole' ? shown : `<div data-for="${one.visitors.join(' ')}" hidden>${shown}</div>`;
  });
  return document
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace(TITLE, () => title)
    .replace(/<div id="app">.*?<\/div>/, () => `<div id="app" data-painted="${first.kind}">${frames.join('')}</div>`);
}

const TITLE = /<title>.*?<\/title>/;

type FirstLoad = { sources: readonly string[]; messages: readonly string[] };

/** What a customer's page requests first, by the endpoints and their queries. */
const FIRST_REQUESTS: Partial<Record<PaintedPage, (locale: Locale) => string[]>> = {
  '/dashboard': (locale) => [addressOf('getDashboard', { calendar: calendarOf(locale) })],
  '/my-orders': () => [addressOf('listOrders', { limit: '10' })],
  '/my-books': () => [addressOf('listBooks', { sort: BOUGHT_SORTS[0], limit: '24' }), addressOf('listSeries')],
  '/my-address': () => [addressOf('listAddresses')],
  '/my-transactions': () => [addressOf('listTransactions', { page: '1', limit: '20', sort: '-at' })],
  '/wish-list': () => [addressOf('listWishedTitles', { page: '1', limit: '24', sort: '-wished_at' })],
  '/lists': () => [addressOf('listLists')],
  '/alerts': () => [addressOf('listAlerts', { page: '1', limit: '20' })],
  '/reviews': () => [addressOf('listOwnReviews', { page: '1', limit: '10' })],
  '/tickets': () => [addressOf('listTickets', { page: '1', limit: '10' })],
};

function addressOf(endpoint: keyof Endpoints, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query);
  return ENDPOINTS[endpoint].path + (search.size > 0 ? `?${search}` : '');
}

const inAuth = (source: string): FirstLoad => ({ sources: [source], messages: ['customer'] });
const inMain = (source: string, ...messages: string[]): FirstLoad => ({
  sources: ['shell/main-layout.tsx', source],
  messages: ['customer', 'common', 'area', ...messages],
});

/** What a page that the server renders loads first, by the names of the sources. */
const FIRST_LOADS: Record<PaintedPage, FirstLoad> = {
  '/auth/login': inAuth('auth/login-page.tsx'),
  '/auth/register': inAuth('auth/register-page.tsx'),
  '/checkout': inMain('checkout/checkout-page.tsx', 'cart', 'checkout'),
  '/dashboard': inMain('dashboard/dashboard-page.tsx', 'dashboard'),
  '/my-orders': inMain('orders/orders-page.tsx'),
  '/my-books': inMain('books/books-page.tsx', 'books'),
  '/my-address': inMain('addresses/addresses-page.tsx'),
  '/my-transactions': inMain('transactions/transactions-page.tsx'),
  '/profile': inMain('profile/profile-page.tsx', 'account'),
  '/tickets': inMain('tickets/tickets-page.tsx'),
  '/wish-list': inMain('wish-list/wish-list-page.tsx'),
  '/lists': inMain('lists/lists-page.tsx', 'lists'),
  '/alerts': inMain('alerts/alerts-page.tsx', 'alerts'),
  '/reviews': inMain('reviews/reviews-page.tsx', 'reviews'),
};

/** Links that fetch a page's scripts at once, instead of one after the other, and the faces that it is set in. */
function firstLoadLinks(manifest: Manifest): (page: PaintedPage, locale: Locale) => string[] {
  const entries = Object.values(manifest);
  const faces = facesOf(entries.flatMap(({ css, assets }) => (css ? (assets ?? []) : [])));
  return (page, locale) => {
    const { sources, messages } = FIRST_LOADS[page];
    const roots = [...sources, ...messages.map((name) => `../../messages/${locale}/${name}.json`)];
    const scripts = [...filesOf(manifest, roots)].map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${CUSTOMER_AREA}/${file}">`,
    );
    const fonts = faces(locale).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${CUSTOMER_AREA}/${file}">`,
    );
    return [...fonts, ...scripts];
  };
}

/** The files of some sources and of all that these import. */
function filesOf(manifest: Manifest, roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const files = new Set<string>();
  for (const name of roots) visit(name);
  return files;
  function visit(name: string): void {
    const entry = manifest[name];
    if (!entry || seen.has(name)) return;
    seen.add(name);
    files.add(entry.file);
    entry.imports?.forEach(visit);
  }
}

/** The pages that are rendered for everybody; the others only for who seems to be signed in. */
const PUBLIC_PAGES: readonly PaintedPage[] = ['/auth/login', '/auth/register', '/checkout'];

function shellRequest(request: FastifyRequest, { publicUrl, identityProvider, config }: Deps): ShellRequest {
  const path = request.url.split('?')[0]!.slice(CUSTOMER_AREA.length);
  const page = PAINTED_PAGES.find((one) => one === path);
  const hasSession = sessionBindingCookie(publicUrl).secret(request.cookies) !== undefined;
  const chosen = request.cookies[LOCALE_COOKIE] ?? '';
  return {
    page: page && (hasSession || PUBLIC_PAGES.includes(page)) ? page : undefined,
    locale: isLocale(chosen) ? chosen : preferredLocale(request.headers['accept-language']),
    provider: identityProvider?.info ?? null,
    brand: { shopName: config.shopName, logo: config.logo },
  };
}

/** The icon, and the customer area's document at every address below `/customer`. */
export function registerCustomerArea(app: FastifyInstance, deps: Deps, renderShell: RenderShell): void {
  for (const url of ['/favicon.svg', '/favicon.ico'])
    app.get(url, async (_request, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    );
  const hsts = hstsHeader(deps);
  for (const url of ['/customer', '/customer/*'])
    app.get(url, async (request, reply) =>
      setHtmlHeaders(reply, { hsts, connectTo: await connectOrigins(request.url, deps.identityProvider) })
        .header('Cache-Control', 'no-cache')
        .header('Vary', 'Accept, Accept-Language, Cookie')
        .header('Referrer-Policy', 'no-referrer')
        .send(await renderShell(shellRequest(request, deps))),
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
