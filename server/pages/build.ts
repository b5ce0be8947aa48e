import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Locale } from '#domain/locale.ts';
import type { RenderPage, ShopAssets } from '#contract/views.ts';

/** The built storefront: how to render a shop page, its assets, and the customer area's shell. */
export type Build = {
  renderPage: RenderPage;
  assetsFor(locale: Locale): ShopAssets;
  shell: string;
  /** Where the built files of the shop and of the customer area lie. */
  folders: { shop: string; customer: string };
};

type Manifest = Record<string, { file: string; assets?: string[] }>;

const DIST = join(import.meta.dirname, '../../dist');

/** Loads what `npm run build` made, for a shop of this name. */
export async function loadBuild(shopName: string): Promise<Build> {
  const { renderPage } = (await import(pathToFileURL(join(DIST, 'shop-server/entry-server.js')).href)) as {
    renderPage: RenderPage;
  };
  const manifest = readJson<Manifest>('shop/manifest.json');
  const boot = readJson<Manifest>('boot/manifest.json')['web/shop/boot.ts']!.file;
  const name = shopName.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const shell = readFileSync(join(DIST, 'customer/index.html'), 'utf8')
    .replace('<!-- boot -->', () => `<script src="/${boot}"></script>`)
    .replaceAll('SHOP_NAME', () => name);
  return {
    renderPage,
    assetsFor: assetsOf(manifest, boot),
    shell,
    folders: { shop: join(DIST, 'shop'), customer: join(DIST, 'customer') },
  };
}

/** A page preloads the faces that its first screen is set in. */
function assetsOf(manifest: Manifest, boot: string): Build['assetsFor'] {
  const style = manifest['web/shop/shop.css']!;
  const face = (name: string) => (style.assets ?? []).filter((file) => file.includes(name)).map((file) => `/${file}`);
  const latin = [...face('literata-latin-wght'), ...face('figtree-latin-wght')];
  const persian = face('vazirmatn-arabic-wght');
  const common = { boot: `/${boot}`, main: `/${manifest['web/shop/main.ts']!.file}`, css: `/${style.file}` };
  return (locale) => ({ ...common, fonts: locale === 'fa' ? persian : latin });
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(DIST, path), 'utf8')) as T;
}
