import { widthOf } from './cover-widths.ts';

type Word = { text: string; spaced: boolean; width: number };
/** Lines so far: where each starts, and where the next will. */
type Setting = { starts: number[]; end: number; cost: number };
type Column = { words: readonly Word[]; widest: number };

/** The box a text must fit, in units of the cover, and the limits within which it may be set. */
export type Fit = {
  width: number;
  height: number;
  largest: number;
  smallest: number;
  maxLines: number;
  /** Height of one line, and from line to line, in em. */
  single: number;
  leading: number;
};
export type FittedText = { size: number; lines: string[] };

// A line may end after any CJK sign, but closing punctuation stays with the sign before it.
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][、。》」』ー！），：？]*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]+-?|./gu;
const SIGNS = /\P{M}(?:\p{M}|\u200c|\u200d)*|\p{M}+/gu;

function wordsOf(text: string, widest: number): Word[] {
  return text
    .split(' ')
    .flatMap((word) =>
      (word.match(PIECES) ?? [])
        .flatMap((piece) => cutToWidth(piece, widest))
        .map((piece, index) => ({ text: piece, spaced: index === 0, width: widthOf(piece) })),
    );
}

function cutToWidth(word: string, widest: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const sign of word.match(SIGNS) ?? []) {
    if (part && widthOf(`${part}${sign}-`) > widest) {
      parts.push(/\p{Script=Latin}$/u.test(part) ? `${part}-` : part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}

function join(words: readonly Word[]): string {
  return words
    .map((word) => (word.spaced ? ` ${word.text}` : word.text))
    .join('')
    .trim();
}

/** The most even way to set the words in 1, 2, 3 … lines, each of least sum of squared widths. */
function balance(column: Column, maxLines: number): string[][] {
  const { words } = column;
  const settings: string[][] = [];
  let reached = new Map<number, Setting>([[0, { starts: [], end: 0, cost: 0 }]]);
  for (let count = 1; count <= maxLines; count += 1) {
    const longer = new Map<number, Setting>();
    for (const before of reached.values()) addLine(column, before, longer);
    const starts = longer.get(words.length)?.starts;
    if (starts) settings.push(starts.map((start, index) => join(words.slice(start, starts[index + 1]))));
    reached = longer;
  }
  return settings;
}

function addLine({ words, widest }: Column, before: Setting, longer: Map<number, Setting>): void {
  let width = 0;
  for (let end = before.end + 1; end <= words.length; end += 1) {
    const word = words[end - 1];
    if (!word) return;
    const isFirst = end === before.end + 1;
    width += word.width + (word.spaced && !isFirst ? widthOf(' ') : 0);
    if (width > widest && !isFirst) return;
    const cost = before.cost + width ** 2 * breakCost(word, words[end]);
    const known = longer.get(end)?.cost ?? Infinity;
    if (cost < known) longer.set(end, { starts: [...before.starts, before.end], end, cost });
  }
}

/** A line should end neither within a compound nor on an article or preposition. */
function breakCost(last: Word, next: Word | undefined): number {
  if (!next) return 1;
  if (!next.spaced && last.text.endsWith('-')) return 1.6;
  return /^\p{L}{1,3}$/u.test(last.text) ? 1.15 : 1;
}

function fitWords(column: Column, fit: Fit): FittedText {
  let best: FittedText = { size: 0, lines: [] };
  for (const lines of balance(column, fit.maxLines)) {
    const byWidth = fit.width / Math.max(...lines.map(widthOf));
    const byHeight = fit.height / (fit.single + fit.leading * (lines.length - 1));
    const size = Math.floor(Math.min(fit.largest, byWidth, byHeight));
    // One more line, and more so a line of one short word, must be worth its while.
    const gain = lines.some((line) => line.length <= 4) ? 1.3 : 1.08;
    if (size > best.size * gain) best = { size, lines };
  }
  return best;
}

/**
 * Sets a text in the largest size at which it fits the box. Words are dropped from the end, for an
 * ellipsis, only when a tenth under the smallest size is still too large.
 */
export function fitText(text: string, fit: Fit): FittedText {
  const smallest = Math.floor(fit.smallest * 0.9);
  const widest = fit.width / smallest;
  const words = wordsOf(text, widest);
  while (totalWidth(words) > widest * fit.maxLines) dropLast(words);
  let fitted = fitWords({ words, widest }, fit);
  while (fitted.size < smallest && words.length > 1) {
    dropLast(words);
    fitted = fitWords({ words, widest }, fit);
  }
  return { size: Math.max(fitted.size, smallest), lines: fitted.lines };
}

function totalWidth(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.width, 0);
}

function dropLast(words: Word[]): void {
  words.pop();
  const last = words.pop();
  if (!last) return;
  const text = `${last.text.replace(/[\s…,.:;–-]+$/u, '')}…`;
  words.push({ ...last, text, width: widthOf(text) });
}
