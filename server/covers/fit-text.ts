import { CLOSING, OPENING, thaiWordStarts, UNSPACED } from '../typesetting/fonts.ts';

type Word = { text: string; spaced: boolean; width: number };
/** Lines so far: the word at which each starts, and at which the next will. */
type LineBreaks = { starts: number[]; end: number; cost: number };
type TextColumn = { words: readonly Word[]; widest: number; measure: Measure };

/** The width of a text in em. */
export type Measure = (text: string) => number;

/** The box that a text must fit, in units of the cover, and its font sizes. */
export type FitLimits = {
  width: number;
  height: number;
  largest: number;
  smallest: number;
  maxLines: number;
  /** The height of one line, and the line spacing, in em. */
  single: number;
  leading: number;
  measure: Measure;
};
export type FittedText = { size: number; lines: string[] };

// A line may end after any Chinese or Japanese character; signs that open and close stay beside theirs.
const UNSPACED_PIECE = `${OPENING.source}*${UNSPACED.source}${CLOSING.source}*`;
const BREAKABLE_PIECES = new RegExp(`${UNSPACED_PIECE}|(?:(?!${OPENING.source}*${UNSPACED.source})[^-])+-?|.`, 'gu');
const GRAPHEMES = /\P{M}(?:\p{M}|\u200c|\u200d)*|\p{M}+/gu;

function wordsOf(text: string, widest: number, measure: Measure): Word[] {
  return text.split(' ').flatMap((word) =>
    (word.match(BREAKABLE_PIECES) ?? [])
      .flatMap(splitThai)
      .flatMap((piece) => (measure(piece) > widest ? cutToWidth(piece, widest, measure) : [piece]))
      .map((piece, index) => ({ text: piece, spaced: index === 0, width: measure(piece) })),
  );
}

function splitThai(text: string): string[] {
  const starts = [0, ...thaiWordStarts(text)];
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
}

function cutToWidth(word: string, widest: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  for (const grapheme of word.match(GRAPHEMES) ?? []) {
    if (part && measure(`${part}${grapheme}-`) > widest) {
      parts.push(/\p{Script=Latin}$/u.test(part) ? `${part}-` : part);
      part = '';
    }
    part += grapheme;
  }
  return [...parts, part];
}

function joinWords(words: readonly Word[]): string {
  return words
    .map((word) => (word.spaced ? ` ${word.text}` : word.text))
    .join('')
    .trim();
}

/** The most even division of the words into 1, 2, 3 … lines: that with the smallest sum of squared widths. */
function balanceLines(column: TextColumn, maxLines: number): string[][] {
  const { words } = column;
  const divisions: string[][] = [];
  let reached = new Map<number, LineBreaks>([[0, { starts: [], end: 0, cost: 0 }]]);
  for (let count = 1; count <= maxLines; count += 1) {
    const longer = new Map<number, LineBreaks>();
    for (const before of reached.values()) addLine(column, before, longer);
    const starts = longer.get(words.length)?.starts;
    if (starts) divisions.push(starts.map((start, index) => joinWords(words.slice(start, starts[index + 1]))));
    reached = longer;
  }
  return divisions;
}

function addLine({ words, widest, measure }: TextColumn, before: LineBreaks, longer: Map<number, LineBreaks>): void {
  let width = 0;
  for (let end = before.end + 1; end <= words.length; end += 1) {
    const word = words[end - 1];
    if (!word) return;
    const isFirst = end === before.end + 1;
    width += word.width + (word.spaced && !isFirst ? measure(' ') : 0);
    if (width > widest && !isFirst) return;
    const cost = before.cost + width ** 2 * breakCost(word, words[end]);
    const known = longer.get(end)?.cost ?? Infinity;
    if (cost < known) longer.set(end, { starts: [...before.starts, before.end], end, cost });
  }
}

/** A line should end neither within a compound nor after an article or preposition. */
function breakCost(last: Word, next: Word | undefined): number {
  if (!next) return 1;
  if (!next.spaced && last.text.endsWith('-')) return 1.6;
  return /^\p{L}{1,3}$/u.test(last.text) ? 1.15 : 1;
}

function fitWords(column: TextColumn, fit: FitLimits): FittedText {
  let best: FittedText = { size: 0, lines: [] };
  for (const lines of balanceLines(column, fit.maxLines)) {
    const byWidth = fit.width / Math.max(...lines.map(column.measure));
    const byHeight = fit.height / (fit.single + fit.leading * (lines.length - 1));
    const size = Math.floor(Math.min(fit.largest, byWidth, byHeight));
    // Another line, especially one of a single short word, must make the text notably larger.
    const gain = lines.some((line) => line.length <= 4) ? 1.3 : 1.08;
    if (size > best.size * gain) best = { size, lines };
  }
  return best;
}

/**
 * Lays out a text in the largest size at which it fits the box. Words at the end are replaced by an ellipsis only when it
 * does not fit at 90 % of the smallest size.
 */
export function fitText(text: string, fit: FitLimits): FittedText {
  const smallest = Math.floor(fit.smallest * 0.9);
  const widest = fit.width / smallest;
  const { measure } = fit;
  const words = wordsOf(text, widest, measure);
  while (totalWidth(words) > widest * fit.maxLines) dropLast(words, measure);
  let fitted = fitWords({ words, widest, measure }, fit);
  while (fitted.size < smallest && words.length > 1) {
    dropLast(words, measure);
    fitted = fitWords({ words, widest, measure }, fit);
  }
  return { size: Math.max(fitted.size, smallest), lines: fitted.lines };
}

function totalWidth(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.width, 0);
}

function dropLast(words: Word[], measure: Measure): void {
  words.pop();
  const last = words.pop();
  if (!last) return;
  const text = `${last.text.replace(/[\s…,.:;–-]+$/u, '')}…`;
  words.push({ ...last, text, width: measure(text) });
}
