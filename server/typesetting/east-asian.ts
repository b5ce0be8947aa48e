import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where `scripts/build-fonts.ts` puts Chinese, Japanese and Korean, in slices of some hundred characters. */
export const EAST_ASIAN_FOLDER = join(import.meta.dirname, '../../dist/fonts/east-asian');
export const EAST_ASIAN_WEIGHTS = [400, 600] as const;
export type EastAsianWeight = (typeof EAST_ASIAN_WEIGHTS)[number];

/** The characters of each slice. */
export type EastAsianSlices = Readonly<Record<string, string>>;

let sliceOf: ReadonlyMap<number, string> | undefined;

/** The font that has an East Asian character, as a file; undefined where none has it, and before the shop was built. */
export function eastAsianFont(codePoint: number, weight: EastAsianWeight): string | undefined {
  sliceOf ??= readSlices();
  const slice = sliceOf.get(codePoint);
  return slice === undefined ? undefined : join(EAST_ASIAN_FOLDER, `${slice}-${weight}.ttf`);
}

function readSlices(): ReadonlyMap<number, string> {
  const file = join(EAST_ASIAN_FOLDER, 'slices.json');
  if (!existsSync(file)) return new Map();
  const slices = JSON.parse(readFileSync(file, 'utf8')) as EastAsianSlices;
  return new Map(
    Object.entries(slices).flatMap(([slice, characters]) =>
      Array.from(characters, (character) => [character.codePointAt(0)!, slice] as const),
    ),
  );
}
