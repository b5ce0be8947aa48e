import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CHINESE_FOLDER, CHINESE_WEIGHTS, type ChineseSlices } from '../server/typesetting/chinese.ts';
import { parseFont } from '../server/typesetting/fonts.ts';

/*
 * Chinese and Japanese for covers and documents. The font comes variable and in some hundred slices; a PDF takes static fonts only, and
 * a title needs few slices. Made anew when the package has another version.
 */

/** What we use of subset-font, which has no types. */
type SubsetFont = (
  font: Buffer,
  text: null,
  options: { keepAllGlyphs: true; noHinting: true; targetFormat: 'sfnt'; variationAxes: { wght: number } },
) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font') as SubsetFont;
const PACKAGE = dirname(require.resolve('@fontsource-variable/noto-sans-sc/package.json'));
const { version } = require('@fontsource-variable/noto-sans-sc/package.json') as { version: string };
/** Slices of Chinese have numbers; the others are of scripts that our other fonts have. */
const CHINESE_SLICE = /noto-sans-sc-(\d+)-wght-normal\.woff2$/;

export async function buildFonts(): Promise<void> {
  const mark = join(CHINESE_FOLDER, version);
  if (existsSync(mark)) return;
  rmSync(CHINESE_FOLDER, { recursive: true, force: true });
  mkdirSync(CHINESE_FOLDER, { recursive: true });
  const files = globSync('files/*.woff2', { cwd: PACKAGE }).filter((file) => CHINESE_SLICE.test(file));
  const slices: ChineseSlices = Object.fromEntries(await Promise.all(files.map(makeSlice)));
  writeFileSync(join(CHINESE_FOLDER, 'slices.json'), JSON.stringify(slices));
  copyFileSync(join(PACKAGE, 'LICENSE'), join(CHINESE_FOLDER, 'LICENSE'));
  writeFileSync(mark, '');
}

/** Writes a slice in each weight; returns its name and its characters. */
async function makeSlice(file: string): Promise<[string, string]> {
  const slice = CHINESE_SLICE.exec(file)![1]!;
  const source = readFileSync(join(PACKAGE, file));
  const options = { keepAllGlyphs: true, noHinting: true, targetFormat: 'sfnt' } as const;
  let characters: readonly number[] = [];
  for (const wght of CHINESE_WEIGHTS) {
    const font = await subsetFont(source, null, { ...options, variationAxes: { wght } });
    writeFileSync(join(CHINESE_FOLDER, `${slice}-${wght}.ttf`), font);
    characters = parseFont(font).characterSet;
  }
  return [slice, String.fromCodePoint(...characters)];
}
