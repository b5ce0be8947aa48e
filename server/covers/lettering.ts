import { LRUCache } from 'lru-cache';
import { bidiText, type TextDirection } from '../typesetting/bidi.ts';
import { openFont, textToShape, type Glyph } from '../typesetting/fonts.ts';

export type Face = 'serif' | 'book' | 'italic' | 'sans' | 'heavy';

const VAZIRMATN = 'vazirmatn/500Medium/Vazirmatn_500Medium.ttf';
const LITERATA = 'literata/400Regular/Literata_400Regular.ttf';

/** The fonts of a face, in the order in which they are tried for a letter. */
const FONTS: Readonly<Record<Face, readonly string[]>> = {
  serif: ['literata/600SemiBold/Literata_600SemiBold.ttf', VAZIRMATN],
  book: [LITERATA, VAZIRMATN],
  italic: ['literata/400Regular_Italic/Literata_400Regular_Italic.ttf', VAZIRMATN],
  sans: ['figtree/600SemiBold/Figtree_600SemiBold.ttf', LITERATA, VAZIRMATN],
  heavy: ['figtree/800ExtraBold/Figtree_800ExtraBold.ttf', LITERATA, VAZIRMATN],
};

/** How a line is set; `spacing` between its letters is in em. */
export type LineStyle = { face: Face; direction: TextDirection; spacing: number };

/** A line as outlines on a grid of {@link GRID} units per em, from its left end on the baseline; `width` is in em. */
export type SetLine = { width: number; path: string };

/** Fine enough for the largest title on the sharpest screen. */
export const GRID = 200;

const lines = new LRUCache<string, SetLine | { isUnknown: true }>({ max: 4000 });

/** Sets a line of text; nothing where it has letters that none of our fonts has. */
export function setLine(text: string, style: LineStyle): SetLine | undefined {
  const key = JSON.stringify([text, style.face, style.direction, style.spacing]);
  const known = lines.get(key) ?? shape(text, style) ?? { isUnknown: true };
  lines.set(key, known);
  return 'isUnknown' in known ? undefined : known;
}

function shape(text: string, { face, direction, spacing }: LineStyle): SetLine | undefined {
  const { runs } = bidiText(text, direction);
  let x = 0;
  let path = '';
  for (const run of runs(0, text.length)) {
    const parts = fontRunsOf(run.text, face);
    if (!parts) return undefined;
    for (const part of run.isRightToLeft ? parts.toReversed() : parts) {
      const font = openFont(part.file);
      const { glyphs, positions } = font.layout(textToShape(part.text, run.isRightToLeft));
      const scale = GRID / font.unitsPerEm;
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[index]!;
        path += outlineOf(glyph, scale, { x: x + xOffset * scale, y: -yOffset * scale });
        x += xAdvance * scale + (xAdvance === 0 ? 0 : spacing * GRID);
      }
    }
  }
  const last = path === '' ? 0 : spacing;
  return { width: x / GRID - last, path };
}

type FontRun = { file: string; text: string };

/** Parts of a text by font; spaces, digits and punctuation stay in the font in use. */
function fontRunsOf(text: string, face: Face): FontRun[] | undefined {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const isMark = /[\u200c\u200d]/.test(character);
    const order = last && !/\p{L}/u.test(character) ? [last.file, ...FONTS[face]] : FONTS[face];
    const file = order.find((one) => isMark || openFont(one).hasGlyphForCodePoint(character.codePointAt(0)!));
    if (file === undefined) return undefined;
    if (last?.file === file) last.text += character;
    else runs.push({ file, text: character });
  }
  return runs;
}

const LETTERS: Readonly<Record<string, string>> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
};

/** A glyph's outline in whole units, relative to its origin, so that the same letter is the same text everywhere. */
function outlineOf({ path }: Glyph, scale: number, { x, y }: { x: number; y: number }): string {
  let at: readonly [number, number] = [0, 0];
  let start = at;
  let written = '';
  for (const { command, args } of path.commands) {
    if (command === 'closePath') {
      at = start;
      written += 'z';
      continue;
    }
    const points = args.map((value, index) => Math.round((index % 2 === 0 ? value : -value) * scale));
    const relative = points.map((value, index) => value - at[index % 2]!);
    written += LETTERS[command]! + joinNumbers(relative);
    at = [points.at(-2)!, points.at(-1)!];
    if (command === 'moveTo') start = at;
  }
  return written === '' ? '' : `M${joinNumbers([Math.round(x), Math.round(y)])}${written}`;
}

function joinNumbers(numbers: readonly number[]): string {
  return numbers.map((one, index) => (index > 0 && one >= 0 ? ` ${one}` : `${one}`)).join('');
}
