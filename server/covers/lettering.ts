import { LRUCache } from 'lru-cache';
import { bidiText, type TextDirection } from '../typesetting/bidi.ts';
import { eastAsianFont, type EastAsianWeight } from '../typesetting/east-asian.ts';
import { REVERSED, SHAPED, openFont, otherScripts, textToShape, type Glyph } from '../typesetting/fonts.ts';

export type Face = 'serif' | 'book' | 'italic' | 'sans' | 'heavy';

const VAZIRMATN = 'vazirmatn/500Medium/Vazirmatn_500Medium.ttf';
const LITERATA = 'literata/400Regular/Literata_400Regular.ttf';

/** The fonts of a face, in the order in which they are tried for a letter. */
const FONTS: Readonly<Record<Face, readonly string[]>> = {
  serif: ['literata/600SemiBold/Literata_600SemiBold.ttf', VAZIRMATN, ...otherScripts(600)],
  book: [LITERATA, VAZIRMATN, ...otherScripts(400)],
  italic: ['literata/400Regular_Italic/Literata_400Regular_Italic.ttf', VAZIRMATN, ...otherScripts(400)],
  sans: ['figtree/600SemiBold/Figtree_600SemiBold.ttf', LITERATA, VAZIRMATN, ...otherScripts(600)],
  heavy: ['figtree/800ExtraBold/Figtree_800ExtraBold.ttf', LITERATA, VAZIRMATN, ...otherScripts(800)],
};

/** East Asian fonts have no italics and no serifs here. */
const EAST_ASIAN: Readonly<Record<Face, EastAsianWeight>> = {
  serif: 600,
  book: 400,
  italic: 400,
  sans: 600,
  heavy: 600,
};

/** How a line is set; `spacing` between its letters is in em. */
export type LineStyle = { face: Face; direction: TextDirection; spacing: number };

/** A line as outlines on a grid of {@link GRID} units per em, from its left end on the baseline; `width` is in em. */
export type SetLine = { width: number; path: string };

/** Fine enough for the largest title on the sharpest screen. */
export const GRID = 200;

/** Widths of parts of a word, in em: only letters that depend on their neighbours are shaped to be measured. */
const widths = new LRUCache<string, number>({ max: 5000 });

/** The width of a text in em, about; nothing where it has letters that none of our fonts has. */
export function measureText(text: string, style: LineStyle): number | undefined {
  const parts = fontRunsOf(text, style.face);
  if (!parts) return undefined;
  return parts.reduce((sum, part) => sum + partWidth(part), 0) + style.spacing * text.length;
}

function partWidth({ file, text }: FontRun): number {
  const key = file + text;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const font = openFont(file);
  const advances = SHAPED.test(text)
    ? font.layout(textToShape(text, REVERSED.test(text))).positions.map(({ xAdvance }) => xAdvance)
    : Array.from(text, (character) => font.glyphForCodePoint(character.codePointAt(0)!).advanceWidth);
  const width = advances.reduce((sum, advance) => sum + advance, 0) / font.unitsPerEm;
  widths.set(key, width);
  return width;
}

/** Sets a line of text; nothing where it has letters that none of our fonts has. */
export function setLine(text: string, { face, direction, spacing }: LineStyle): SetLine | undefined {
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
        path += moveTo(outlineOf(part.file, glyph), x + xOffset * scale, -yOffset * scale);
        x += xAdvance * scale + (xAdvance === 0 ? 0 : spacing * GRID);
      }
    }
  }
  return { width: x / GRID - (path === '' ? 0 : spacing), path };
}

type FontRun = { file: string; text: string };

/** Parts of a text by font; spaces, digits and punctuation stay in the font in use. */
function fontRunsOf(text: string, face: Face): FontRun[] | undefined {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const isMark = /[\u200c\u200d]/.test(character);
    const order = last && !/\p{L}/u.test(character) ? [last.file, ...FONTS[face]] : FONTS[face];
    const codePoint = character.codePointAt(0)!;
    const has = (one: string) => isMark || openFont(one).hasGlyphForCodePoint(codePoint);
    const file = order.find(has) ?? eastAsianFont(codePoint, EAST_ASIAN[face]);
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
};

const outlines = new Map<string, string>();

/** A glyph's outline in whole units, relative to its origin, so that the same letter is the same text everywhere. */
function outlineOf(file: string, glyph: Glyph): string {
  const key = `${glyph.id} ${file}`;
  const known = outlines.get(key) ?? drawOutline(glyph, GRID / openFont(file).unitsPerEm);
  outlines.set(key, known);
  return known;
}

function drawOutline({ path }: Glyph, scale: number): string {
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
  return written;
}

function moveTo(outline: string, x: number, y: number): string {
  return outline === '' ? '' : `M${joinNumbers([Math.round(x), Math.round(y)])}${outline}`;
}

function joinNumbers(numbers: readonly number[]): string {
  return numbers.map((one, index) => (index > 0 && one >= 0 ? ` ${one}` : `${one}`)).join('');
}
