import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `scripts/build-fonts.ts` puts Noto Sans SC, in slices of some hundred characters. */
export const CHINESE_FOLDER = join(import.meta.dirname, '../../dist/fonts/noto-sans-sc');
export const CHINESE_WEIGHTS = [400, 600] as const;
export type ChineseWeight = (typeof CHINESE_WEIGHTS)[number];

/** The characters of each slice. */
export type ChineseSlices = Readonly<Record<string, string>>;

let sliceOf: ReadonlyMap<number, string> | undefined;

/** The file of the font that has a Chinese or Japanese character; undefined where none has it, and before the shop was built. */
export function chineseFont(codePoint: number, weight: ChineseWeight): string | undefined {
  sliceOf ??= readSlices();
  const slice = sliceOf.get(codePoint);
  return slice === undefined ? undefined : join(CHINESE_FOLDER, `${slice}-${weight}.ttf`);
}

function readSlices(): ReadonlyMap<number, string> {
  const file = join(CHINESE_FOLDER, 'slices.json');
  if (!existsSync(file)) return new Map();
  const slices = JSON.parse(readFileSync(file, 'utf8')) as ChineseSlices;
  return new Map(
    Object.entries(slices).flatMap(([slice, characters]) =>
      Array.from(characters, (character) => [character.codePointAt(0)!, slice] as const),
    ),
  );
}
