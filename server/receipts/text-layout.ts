import { bidiText, type Run, type TextDirection } from '../typesetting/bidi.ts';
import { eastAsianFont } from '../typesetting/east-asian.ts';
import {
  CLOSING,
  openFont,
  otherScripts,
  REORDERED,
  REVERSED,
  textToShape,
  thaiWordStarts,
  UNSPACED,
  writtenText,
} from '../typesetting/fonts.ts';

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

/** `breaks` are the places at which a line may end, in their order. */
type LineFit = { measure: (span: Span) => Line; width: number; breaks: readonly number[] };

/** At a space, and after a character of a script without spaces with the signs that close after it. */
const BREAK = new RegExp(` |(?<=${UNSPACED.source}${CLOSING.source}*)(?!${CLOSING.source})`, 'gu');

/** One line if the text fits; else as many words a line as fit, and a word wider than a line is broken. */
function linesOf(text: string, column: Pick<LineFit, 'measure' | 'width'>): Line[] {
  const breaks = Array.from(text.matchAll(BREAK), ({ index }) => index);
  const fit = { ...column, breaks: [...breaks, ...thaiWordStarts(text)].toSorted((a, b) => a - b) };
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

function fullLine(text: string, start: number, fit: LineFit): Line {
  let line: Line | undefined;
  for (const end of fit.breaks) {
    if (end <= start) continue;
    const longer = fit.measure({ start, end });
    if (longer.width > fit.width) break;
    line = longer;
  }
  return line ?? partOfWord(text, start, fit);
}

/** As much of a word as fits, at least one character, by binary search: a longer part is never narrower. */
function partOfWord(text: string, start: number, { measure, width, breaks }: LineFit): Line {
  let fits = start + 1;
  let over = (breaks.find((end) => end > start) ?? text.length) + 1;
  while (over - fits > 1) {
    const middle = (fits + over) >> 1;
    if (measure({ start, end: middle }).width > width) over = middle;
    else fits = middle;
  }
  return measure({ start, end: characterEnd(text, start, fits) });
}

/** The end of the last whole character up to a place, its marks included; at least that of the first. */
function characterEnd(text: string, start: number, place: number): number {
  const isWithin = (at: number) => at < text.length && /^[\p{M}\uDC00-\uDFFF]/u.test(text[at]!);
  let end = place;
  while (end > start && isWithin(end)) end -= 1;
  if (end > start) return end;
  end = place;
  while (isWithin(end)) end += 1;
  return end;
}

type FontRun = { text: string; font: DocumentFont };

/** The parts of a run by font, from left to right. */
function fontRunsOf({ text, isRightToLeft }: Run): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const font = fontFor(character, last?.font);
    if (last?.font[0] === font[0]) last.text += character;
    else runs.push({ text: character, font });
  }
  const shaped = runs.map((run) => {
    const ordered = { ...run, text: textToShape(run.text, isRightToLeft) };
    return REVERSED.test(run.text) ? unbreakable(ordered) : ordered;
  });
  return isRightToLeft ? shaped.toReversed() : shaped;
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
    const draw = () => useFont(doc, font, style).text(text, at, y, { lineBreak: false, baseline: 'alphabetic' });
    if (REORDERED.test(text)) drawAsText(doc, text, draw);
    else draw();
    at += width;
  }
}

/** What pdfkit's types leave out: the font in use, and how an operator is written. */
type TextState = { _font: { id: string }; _fontSize: number; addContent(operators: string): void };

/**
 * Readers copy glyphs in the order in which they are drawn, unless they are told the text. Poppler places it by the
 * coordinates and the font at its end, which pdfkit has restored by then.
 */
function drawAsText(doc: Doc, text: string, draw: () => void): void {
  doc.save().markContent('Span', { actual: writtenText(text) });
  draw();
  const state = doc as unknown as TextState;
  doc.transform(1, 0, 0, -1, 0, doc.page.height);
  state.addContent(`BT /${state._font.id} ${state._fontSize} Tf ET`);
  doc.endMarkedContent().restore();
}

/** A font of documents, by its files: for text, and for bold text. */
type DocumentFont = readonly [regular: string, bold: string];

export const LITERATA: DocumentFont = [
  'literata/400Regular/Literata_400Regular.ttf',
  'literata/600SemiBold/Literata_600SemiBold.ttf',
];
export const VAZIRMATN: DocumentFont = [
  'vazirmatn/400Regular/Vazirmatn_400Regular.ttf',
  'vazirmatn/600SemiBold/Vazirmatn_600SemiBold.ttf',
];
const bold = otherScripts(600);
/** Tamil and others. */
export const OTHERS: readonly DocumentFont[] = otherScripts(400).map((regular, index) => [regular, bold[index]!]);

/** In the order in which they are tried for a character. */
const FONTS = [LITERATA, VAZIRMATN, ...OTHERS];

/** The first font that has a character; what is no letter stays in the font in use. Without any, the first's blank. */
export function fontFor(character: string, inUse?: DocumentFont): DocumentFont {
  const codePoint = character.codePointAt(0)!;
  const candidates = inUse && !/\p{L}/u.test(character) ? [inUse, ...FONTS] : FONTS;
  const found = candidates.find(([regular]) => openFont(regular).hasGlyphForCodePoint(codePoint));
  return found ?? eastAsianFontFor(codePoint) ?? LITERATA;
}

function eastAsianFontFor(codePoint: number): DocumentFont | undefined {
  const [regular, bold] = [eastAsianFont(codePoint, 400), eastAsianFont(codePoint, 600)];
  return regular && bold ? [regular, bold] : undefined;
}

function useFont(doc: Doc, font: DocumentFont, { size, isBold = false }: TextStyle): Doc {
  const file = font[isBold ? 1 : 0];
  return doc
    .registerFont(file, openFont(file) as never)
    .font(file)
    .fontSize(size);
}
