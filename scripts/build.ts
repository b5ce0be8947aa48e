import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { VITE_CONFIGS } from './vite-configs.ts';

/* Builds the storefront into dist/, with a brotli and a gzip copy beside each asset. */

const DIST = join(import.meta.dirname, '../dist');

for (const config of VITE_CONFIGS) await build(config);
cpSync(join(DIST, 'boot/assets'), join(DIST, 'shop/assets'), { recursive: true });

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
for (const file of globSync('{shop,customer}/assets/*.{js,css,svg}', { cwd: DIST })) {
  const bytes = readFileSync(join(DIST, file));
  writeFileSync(join(DIST, `${file}.br`), brotliCompressSync(bytes, BEST));
  writeFileSync(join(DIST, `${file}.gz`), gzipSync(bytes, { level: 9 }));
}
