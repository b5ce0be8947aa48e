import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { keepBuilds } from './kept-builds.ts';
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
keepBuilds(DIST, ['shop/assets', 'customer/assets'], served);

/** The boot script is the shop's too. */
function moveBoot(file: string): string {
  if (!file.startsWith('boot/')) return file;
  const to = file.replace(/^boot/, 'shop');
  mkdirSync(join(DIST, 'shop/assets'), { recursive: true });
  copyFileSync(join(DIST, file), join(DIST, to));
  return to;
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, BEST));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
