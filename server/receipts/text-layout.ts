import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import bidiModule from 'bidi-js';

type Doc = PDFKit.PDFDocument;
/** A part of a text; and as a line: its runs from left to right, and where it ends in the text. */
type Span = { start: number; end: number };
type Line = { runs: readonly (FontRun & { width: number })[]; width: number; end: number };

/** How a text looks; its size is in points. */
export type TextStyle = { size: number; color?: string; isBold?: boolean };

/** A text broken into lines of at most `width` points. */
export type TextLayout = { height: number; draw(place: TextPosition): void };
/** The upper left corner of a column, and the side to which its lines are aligned. */
export type TextPosition = { x: number; y: number; side: 'left' | 'right' };

type LayoutOptions = TextStyle & { width: number; direction: TextDirection };

const TEXT_COLOR = '#2b2430';
const LINE_HEIGHT = 1.45;
/** The baseline's distance from the top of a line, by the font size. */
const BASELINE = 1.08;

/** Lays out a text: shapes it, orders it by its directions, and breaks it into lines. */
export function layoutText(doc: Doc, text: string, { width, direction, ...style }: LayoutOptions): TextLayout {
  const bidiRuns = bidiText(text, direction);
  const measure = ({ start, end }: Span): Line => {
    const runs = bidiRuns
      .runs(start, end)
      .flatMap(fontRunsOf)
      .map((run) => ({ ...run, width: useFont(doc, run.font, style).widthOfString(run.text) }));
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), end };
  };
  const lines = linesOf(text, { measure, width });
  const step = style.size * LINE_HEIGHT;
  return {
    height: step * lines.length,
    draw: ({ x, y, side }) =>
      lines.forEach((line, index) => {
        const offset = side === 'right' ? width - line.width : 0;
        drawLine(doc, line, { ...style, x: x + offset, y: y + index * step + style.size * BASELINE });
      }),
  };
}

type LineFit = { measure: (span: Span) => Line; width: number };

/** One line if the text fits; else as many words a line as fit, and a word wider than a line is broken. */
function linesOf(text: string, fit: LineFit): Line[] {
  const lines: Line[] = [];
  let start = 0;
  do {
    const rest = fit.measure({ start, end: text.length });
    const line = rest.width <= fit.width ? rest : fullLine(text, start, fit);
    lines.push(line);
    start = text[line.end] === ' ' ? line.end + 1 : line.end;
  } while (start < text.length);
  return lines;
}

function fullLine(text: string, start: number, { measure, width }: LineFit): Line {
  let line: Line | undefined;
  for (let end = nextBreak(text, start); end < text.length; end = nextBreak(text, end + 1)) {
    const longer = measure({ start, end });
    if (longer.width > width) break;
    line = longer;
  }
  return line ?? partOfWord(text, start, { measure, width });
}

/** As much of a word as fits, at least one character, by binary search: a longer part is never narrower. */
function partOfWord(text: string, start: number, { measure, width }: LineFit): Line {
  let fits = start + 1;
  let over = nextBreak(text, start) + 1;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measure({ start, end: middle }).width > width) over = middle;
    else fits = middle;
  }
  const isSplit = /[\uD800-\uDBFF]/.test(text[fits - 1]!) && fits < text.length;
  const end = isSplit && fits - 1 > start ? fits - 1 : isSplit ? fits + 1 : fits;
  return measure({ start, end });
}

function nextBreak(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 ? text.length : space;
}

type FontRun = { text: string; font: FontFamily };

/** The parts of a run by font, from left to right. */
function fontRunsOf({ text, isRightToLeft }: Run): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = fontFor(character, last?.font);
    if (last?.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  const shaped = runs.map((run) => {
    const isArabic = ARABIC.test(run.text);
    const ordered = isArabic === isRightToLeft ? run : reversedRun(run);
    return isArabic ? unbreakable(ordered) : ordered;
  });
  return isRightToLeft ? shaped.toReversed() : shaped;
}

/** fontkit reverses text with Arabic letters, digits included, and no other. */
const ARABIC = /\p{Script=Arabic}/u;

function reversedRun({ text, font }: FontRun): FontRun {
  return { text: [...text].toReversed().join(''), font };
}

/** pdfkit shapes word by word and draws word after word from the left; with non-breaking spaces a run stays one word. */
function unbreakable({ text, font }: FontRun): FontRun {
  return { text: text.replaceAll(' ', '\u00a0'), font };
}

type DrawnLine = TextStyle & { x: number; y: number };

function drawLine(doc: Doc, { runs }: Line, { color = TEXT_COLOR, x, y, ...style }: DrawnLine): void {
  let at = x;
  doc.fillColor(color);
  for (const { text, font, width } of runs) {
    useFont(doc, font, style).text(text, at, y, { lineBreak: false, baseline: 'alphabetic' });
    at += width;
  }
}

/** What we use of a font as fontkit reads it and pdfkit takes it; fontkit has no types. */
type Font = {
  characterSet: readonly number[];
  layout(text: string): { glyphs: readonly Glyph[] };
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
};
type Glyph = { id: number; codePoints: number[]; bbox: unknown };

/** The fonts of receipts, in the order in which they are tried for a character; each in two weights. */
const FONT_FILES = {
  literata: ['literata/400Regular/Literata_400Regular.ttf', 'literata/600SemiBold/Literata_600SemiBold.ttf'],
  vazirmatn: ['vazirmatn/400Regular/Vazirmatn_400Regular.ttf', 'vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf'],
} as const;
export type FontFamily = keyof typeof FONT_FILES;
type FontFile = (typeof FONT_FILES)[FontFamily][number];

const FONT_FAMILIES: readonly FontFamily[] = ['literata', 'vazirmatn'];

const require = createRequire(import.meta.url);
const fontkit = require('fontkit') as { create(bytes: Buffer): Font };
const fonts = new Map<FontFile, Font>();

/** A font, read when it is first used and shared by all documents. */
export function loadFont(family: FontFamily, isBold = false): Font {
  const file = fontFile(family, isBold);
  const font =
    fonts.get(file) ?? withCodePoints(fontkit.create(readFileSync(require.resolve(`@expo-google-fonts/${file}`))));
  fonts.set(file, font);
  return font;
}

function fontFile(family: FontFamily, isBold: boolean): FontFile {
  return FONT_FILES[family][isBold ? 1 : 0];
}

/**
 * Tells every glyph which characters it is. fontkit caches a glyph as it first meets it: one that is first met as a part
 * of another (the alef of آ) would have no character, and would neither join its neighbours nor be copied from the PDF.
 */
function withCodePoints(font: Font): Font {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint).codePoints = lettersOf(codePoint);
  return font;
}

const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe70-\ufeff]/;

/** What a reader copies: the letters of a ligature or of the joined form of an Arabic letter. */
function lettersOf(codePoint: number): number[] {
  const character = String.fromCodePoint(codePoint);
  const letters = PRESENTATION_FORMS.test(character) ? character.normalize('NFKC') : character;
  return Array.from(letters, (letter) => letter.codePointAt(0)!);
}

/** The first font that has a character; what is no letter stays in the font in use. Without any, the first's blank. */
export function fontFor(character: string, inUse?: FontFamily): FontFamily {
  const codePoint = character.codePointAt(0)!;
  const candidates = inUse && !/\p{L}/u.test(character) ? [inUse, ...FONT_FAMILIES] : FONT_FAMILIES;
  return candidates.find((family) => loadFont(family).hasGlyphForCodePoint(codePoint)) ?? 'literata';
}

function useFont(doc: Doc, family: FontFamily, { size, isBold = false }: TextStyle): Doc {
  const name = fontFile(family, isBold);
  return doc
    .registerFont(name, loadFont(family, isBold) as never)
    .font(name)
    .fontSize(size);
}

/** The package is CommonJS with the factory as its only export; its types describe an ES module. */
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** The direction of a text; `auto` is that of its first letter. */
export type TextDirection = 'ltr' | 'rtl' | 'auto';

/** A part of a line in one direction. */
export type Run = { text: string; isRightToLeft: boolean };

/** A text with its directions; `runs` are those of a part of it, from left to right. */
export type BidiText = { text: string; isRightToLeft: boolean; runs(start: number, end: number): Run[] };

/** Direction marks, which are not drawn. */
const BIDI_MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Applies the Unicode bidirectional algorithm to a text of one paragraph. */
export function bidiText(text: string, direction: TextDirection): BidiText {
  const found = bidi.getEmbeddingLevels(text, direction === 'auto' ? undefined : direction);
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels);
  const letters = Array.from(text, (_, index) => mirrored.get(index) ?? text[index]!);
  return {
    text,
    isRightToLeft: (found.paragraphs[0]?.level ?? 0) % 2 === 1,
    runs: (start, end) => {
      const pieces = levelRunsOf(found.levels, start, end).map(({ from, to, level }) => ({
        level,
        text: letters.slice(from, to).join('').replace(BIDI_MARKS, ''),
      }));
      return inVisualOrder(pieces)
        .filter((piece) => piece.text !== '')
        .map((piece) => ({ text: piece.text, isRightToLeft: piece.level % 2 === 1 }));
    },
  };
}

type LevelRun = { from: number; to: number; level: number };

function levelRunsOf(levels: Uint8Array, start: number, end: number): LevelRun[] {
  const pieces: LevelRun[] = [];
  for (let index = start; index < end; index += 1) {
    const level = levels[index]!;
    const last = pieces.at(-1);
    if (last?.level === level) last.to = index + 1;
    else pieces.push({ from: index, to: index + 1, level });
  }
  return pieces;
}

/** Rule L2: from the highest level down to the lowest odd one, reverses the runs at that level or above. */
function inVisualOrder<R extends { level: number }>(runs: readonly R[]): R[] {
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let order = [...runs];
  for (let level = highest; level > 0; level -= 1) order = reverseFromLevel(order, level);
  return order;
}

function reverseFromLevel<R extends { level: number }>(runs: readonly R[], level: number): R[] {
  const reversed: R[] = [];
  let group: R[] = [];
  for (const run of runs) {
    if (run.level >= level) group.unshift(run);
    else {
      reversed.push(...group, run);
      group = [];
    }
  }
  return [...reversed, ...group];
}
