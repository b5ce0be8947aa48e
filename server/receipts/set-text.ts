import { directed, type Reading, type Run } from './bidi.ts';
import { faceFor, faceOf, type FaceName } from './faces.ts';

type Doc = PDFKit.PDFDocument;
/** A part of a text, and it as a line: its pieces from left to right, where it ends in the text. */
type Span = { start: number; end: number };
type Line = { pieces: readonly (Piece & { width: number })[]; width: number; end: number };

/** How a text looks: its size in points, its colour, whether it is set bold. */
export type Style = { size: number; ink?: string; isBold?: boolean };

/** A text broken into lines of at most `width` points. */
export type SetText = { height: number; draw(place: Place): void };
/** The upper left corner of a column, and on which side of it the lines stand. */
export type Place = { x: number; y: number; side: 'left' | 'right' };

type Wording = Style & { width: number; reading: Reading };

const INK = '#2b2430';
const LEADING = 1.45;
/** Where the baseline lies in a line. */
const BASELINE = 1.08;

/** Sets a text: shapes it, orders it as its directions ask, and breaks it into lines. */
export function setText(doc: Doc, text: string, { width, reading, ...style }: Wording): SetText {
  const parts = directed(text, reading);
  const measure = ({ start, end }: Span): Line => {
    const pieces = parts.runs(start, end).flatMap(piecesOf);
    const widths = pieces.map((piece) => useFace(doc, piece.face, style.size).widthOfString(piece.text));
    return { pieces: pieces.map((piece, index) => ({ ...piece, width: widths[index]! })), width: sum(widths), end };
  };
  const lines = linesOf(text, { measure, width });
  const step = style.size * LEADING;
  return {
    height: step * lines.length,
    draw: ({ x, y, side }) =>
      lines.forEach((line, index) => {
        const offset = side === 'right' ? width - line.width : 0;
        drawLine(doc, line, { ...style, x: x + offset, y: y + index * step + style.size * BASELINE });
      }),
  };
}

type Room = { measure: (span: Span) => Line; width: number };

/** All on one line where it fits; else as many words a line as fit, and of a word wider than a line what fits of it. */
function linesOf(text: string, room: Room): Line[] {
  const lines: Line[] = [];
  let start = 0;
  do {
    const rest = room.measure({ start, end: text.length });
    const line = rest.width <= room.width ? rest : fullLine(text, start, room);
    lines.push(line);
    start = text[line.end] === ' ' ? line.end + 1 : line.end;
  } while (start < text.length);
  return lines;
}

function fullLine(text: string, start: number, { measure, width }: Room): Line {
  let line: Line | undefined;
  for (let end = nextBreak(text, start); end < text.length; end = nextBreak(text, end + 1)) {
    const longer = measure({ start, end });
    if (longer.width > width) break;
    line = longer;
  }
  return line ?? partOfWord(text, start, { measure, width });
}

function partOfWord(text: string, start: number, { measure, width }: Room): Line {
  let end = nextBreak(text, start);
  while (end > start + 1 && measure({ start, end }).width > width) end -= 1;
  return measure({ start, end });
}

function nextBreak(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space === -1 ? text.length : space;
}

type Piece = { text: string; face: FaceName };

/** The parts of a run that are set in one face, from left to right. */
function piecesOf({ text, isRightToLeft }: Run): Piece[] {
  const pieces: Piece[] = [];
  for (const character of text) {
    const last = pieces.at(-1);
    const face = faceFor(character, last?.face);
    if (last?.face === face) last.text += character;
    else pieces.push({ text: character, face });
  }
  const inOrder = pieces.map((piece) => {
    const isArabic = ARABIC.test(piece.text);
    const shown = isArabic === isRightToLeft ? piece : turnAround(piece);
    return isArabic ? whole(shown) : shown;
  });
  return isRightToLeft ? inOrder.toReversed() : inOrder;
}

/** fontkit turns around what is Arabic in anything, digits too, and nothing else. */
const ARABIC = /\p{Script=Arabic}/u;

function turnAround({ text, face }: Piece): Piece {
  return { text: [...text].toReversed().join(''), face };
}

/** pdfkit shapes word by word and puts word after word; what must stay whole has no spaces that it knows. */
function whole({ text, face }: Piece): Piece {
  return { text: text.replaceAll(' ', '\u00a0'), face };
}

type Drawn = Style & { x: number; y: number };

function drawLine(doc: Doc, { pieces }: Line, { size, ink = INK, isBold = false, x, y }: Drawn): void {
  let at = x;
  doc
    .fillColor(ink)
    .strokeColor(ink)
    .lineWidth(size / 40);
  for (const { text, face, width } of pieces) {
    useFace(doc, face, size).text(text, at, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      stroke: isBold,
      fill: true,
    });
    at += width;
  }
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}

function useFace(doc: Doc, name: FaceName, size: number): Doc {
  return doc
    .registerFont(name, faceOf(name) as never)
    .font(name)
    .fontSize(size);
}
