import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { buildFonts } from './build-fonts.ts';
import './declare-messages.ts';
import { pruneAssets } from './prune-assets.ts';
import { VITE_CONFIGS } from './vite-configs.ts';

/* Builds the storefront into dist/, with a brotli and a gzip copy beside each asset; older assets stay for a while. */

const DIST = join(import.meta.dirname, '../dist');
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

const built: string[] = [];
for (const config of VITE_CONFIGS) {
  const outputs = [await build(config)].flat() as Rolldown.RolldownOutput[];
  const folder = basename(config.build!.outDir!);
  for (const { fileName } of outputs.flatMap(({ output }) => output))
    if (fileName.startsWith('assets/')) built.push(`${folder}/${fileName}`);
}
const served = built.map(moveBoot);
for (const file of served) if (/\.(js|css|svg)$/.test(file)) compress(join(DIST, file));
pruneAssets(DIST, ['shop/assets', 'customer/assets', 'admin/assets'], served);
copyFontLicences();
await buildFonts();
/** When the storefront was last built: `scripts/run.mjs` rebuilds it when its sources are newer. */
writeFileSync(join(DIST, 'built'), '');

/** Scripts that run before the first paint are served with the shop's. */
function moveBoot(file: string): string {
  if (!/^(area-)?boot\//.test(file)) return file;
  const to = file.replace(/^[a-z-]+/, 'shop');
  mkdirSync(join(DIST, 'shop/assets'), { recursive: true });
  copyFileSync(join(DIST, file), join(DIST, to));
  return to;
}

/** The SIL Open Font License asks that its text go with the fonts. */
function copyFontLicences(): void {
  for (const font of ['figtree', 'literata', 'vazirmatn'])
    copyFileSync(
      join(DIST, `../node_modules/@fontsource-variable/${font}/LICENSE`),
      join(DIST, `shop/assets/${font}-LICENSE.txt`),
    );
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, BEST));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
