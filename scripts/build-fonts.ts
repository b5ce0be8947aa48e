import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EAST_ASIAN_FOLDER, EAST_ASIAN_WEIGHTS, type EastAsianSlices } from '../server/typesetting/east-asian.ts';
import { parseFont } from '../server/typesetting/fonts.ts';

/*
 * Chinese, Japanese and Korean for covers and documents. The fonts come variable and in some hundred slices; a PDF takes static fonts
 * only, and a title needs few slices. Made anew when a package has another version.
 */

/** What we use of subset-font, which has no types. */
type SubsetFont = (
  font: Buffer,
  text: null,
  options: { keepAllGlyphs: true; noHinting: true; targetFormat: 'sfnt'; variationAxes: { wght: number } },
) => Promise<Buffer>;

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font') as SubsetFont;

/** The packages of fonts, and which of a package's characters are taken; without a choice all. */
const FONTS: readonly { name: string; taken?: RegExp }[] = [
  { name: 'noto-sans-sc' },
  { name: 'noto-sans-kr', taken: /\p{Script=Hangul}/u },
];
/** Slices of East Asian characters have numbers; the others are of scripts that our other fonts have. */
const SLICE = /-\d+(?=-wght-normal\.woff2$)/;

export async function buildFonts(): Promise<void> {
  const packages = FONTS.map((font) => ({ ...font, ...findPackage(font.name) }));
  const mark = join(EAST_ASIAN_FOLDER, packages.map(({ name, version }) => `${name}-${version}`).join('-'));
  if (existsSync(mark)) return;
  rmSync(EAST_ASIAN_FOLDER, { recursive: true, force: true });
  mkdirSync(EAST_ASIAN_FOLDER, { recursive: true });
  const made = packages.flatMap(({ name, folder, taken }) => {
    copyFileSync(join(folder, 'LICENSE'), join(EAST_ASIAN_FOLDER, `LICENSE-${name}`));
    const files = globSync('files/*.woff2', { cwd: folder }).filter((file) => SLICE.test(file));
    return files.map((file) => makeSlice(join(folder, file), name + SLICE.exec(file)![0], taken));
  });
  const slices: EastAsianSlices = Object.fromEntries((await Promise.all(made)).flat());
  writeFileSync(join(EAST_ASIAN_FOLDER, 'slices.json'), JSON.stringify(slices));
  writeFileSync(mark, '');
}

function findPackage(name: string): { folder: string; version: string } {
  const file = require.resolve(`@fontsource-variable/${name}/package.json`);
  return { folder: dirname(file), version: (require(file) as { version: string }).version };
}

/** Writes a slice in each weight; returns its name and those of its characters that are taken, nothing where none is. */
async function makeSlice(file: string, slice: string, taken = /./u): Promise<[string, string][]> {
  const source = readFileSync(file);
  const options = { keepAllGlyphs: true, noHinting: true, targetFormat: 'sfnt' } as const;
  const fonts = await Promise.all(
    EAST_ASIAN_WEIGHTS.map((wght) => subsetFont(source, null, { ...options, variationAxes: { wght } })),
  );
  const characters = parseFont(fonts[0]!).characterSet.map((codePoint) => String.fromCodePoint(codePoint));
  const kept = characters.filter((character) => taken.test(character)).join('');
  if (kept === '') return [];
  for (const [index, wght] of EAST_ASIAN_WEIGHTS.entries())
    writeFileSync(join(EAST_ASIAN_FOLDER, `${slice}-${wght}.ttf`), fonts[index]!);
  return [[slice, kept]];
}
