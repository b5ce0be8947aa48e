export type Face = 'serif' | 'book' | 'sans';

/**
 * The box of a text: `x` is the start of its lines (their right end, right to left) or their middle, `y` the top of the
 * box; the text is at the top of the box unless `rise` says otherwise.
 */
export type Block = {
  x: number;
  y: number;
  width: number;
  height: number;
  rise?: 'middle' | 'bottom';
  largest?: number;
  fill: string;
};

/** The font and alignment of all texts of a cover. */
export type TextStyle = { face: Face; anchor: 'start' | 'middle' };
export type CoverText = { title: string; note: string; author: string; language: string };

type Script = {
  faces?: string;
  ascent: number;
  single: number;
  leading: number;
  joined: boolean;
  scale: number;
};
type FittedPart = FittedText & { width: number; script: Script; height: number; attributes: string };

const FACES: Readonly<Record<Face, string>> = {
  serif: "Georgia,'Noto Serif','DejaVu Serif',serif",
  book: "'Iowan Old Style','Palatino Linotype',Palatino,P052,'Noto Serif',serif",
  sans: "'Gill Sans','Avenir Next','Segoe UI','Noto Sans','DejaVu Sans',sans-serif",
};
const NASKH = "'Noto Naskh Arabic',Vazirmatn,Tahoma,serif";
const HEBREW = "'Noto Serif Hebrew','Frank Ruehl CLM',David,serif";

const LATIN: Script = { ascent: 0.76, single: 1, leading: 1.14, joined: false, scale: 1 };
const SCRIPTS: readonly [RegExp, Script][] = [
  [/\p{Script=Arabic}/u, { faces: NASKH, ascent: 1, single: 1.45, leading: 1.4, joined: true, scale: 1.2 }],
  [/\p{Script=Hebrew}/u, { ...LATIN, faces: HEBREW, joined: true }],
  [/[\u0700-\u109f\u1780-\u17ff]/u, { ascent: 0.95, single: 1.3, leading: 1.4, joined: true, scale: 0.95 }],
  [/[\u3040-\u9fff\uac00-\ud7af]/u, { ...LATIN, ascent: 0.88, single: 1.05, leading: 1.3 }],
];
const GAP = 9;

function scriptOf(text: string): Script {
  return SCRIPTS.find(([pattern]) => pattern.test(text))?.[1] ?? LATIN;
}

/** Escapes the five special characters of XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

type TextBox = { width: number; height: number; largest: number; smallest: number; maxLines: number };

function fitPart(text: string, measure: TextBox, attributes = ''): FittedPart {
  const script = scriptOf(text);
  const { ascent: _, ...metrics } = script;
  const largest = Math.round(measure.largest * script.scale);
  const fitted = fitText(text, { ...measure, ...metrics, largest });
  const height = fitted.size * (script.single + script.leading * (fitted.lines.length - 1));
  return { ...fitted, width: measure.width, script, height, attributes };
}

function drawPart(part: FittedPart & { top: number }, { x, fill }: Block, face: Face): string {
  const { size, script, width, top } = part;
  if (part.lines.length === 0) return '';
  const lines = part.lines.map((line, index) => {
    const y = Math.round(top + size * (script.ascent + script.leading * index));
    const squeeze =
      estimateWidth(line) * size > width + 1 ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
    return `<tspan x="${x}" y="${y}"${squeeze}>${escapeXml(line)}</tspan>`;
  });
  const family = script.faces ?? FACES[face];
  return `<text font-family="${family}" font-size="${size}" fill="${fill}"${part.attributes}>${lines.join('')}</text>`;
}

function topOf(block: Block, height: number): number {
  const share = block.rise === 'bottom' ? 1 : block.rise === 'middle' ? 0.5 : 0;
  return block.y + share * (block.height - height);
}

/** The title as large as its box allows, with the subtitle or series in small type below it. */
export function drawTitle({ title, note }: CoverText, block: Block, face: Face): string {
  const { width, height, largest = 48 } = block;
  const italic = face === 'sans' || scriptOf(note) !== LATIN ? '' : ' font-style="italic"';
  const small = { width, height: height * 0.4, largest: 15, smallest: 12, maxLines: 3 };
  const below = note ? fitPart(note, small, italic) : undefined;
  const left = height - (below ? below.height + GAP : 0);
  const main = fitPart(title, { width, height: left, largest, smallest: 16, maxLines: 6 });
  const top = topOf(block, main.height + height - left);
  const texts = [drawPart({ ...main, top }, block, face)];
  if (below) texts.push(drawPart({ ...below, top: top + main.height + GAP }, block, face));
  return texts.join('');
}

/** The author in spaced capitals, unless the script joins its letters. */
export function drawAuthor({ author, language }: CoverText, block: Block, face: Face): string {
  const { joined } = scriptOf(author);
  const spaced = joined ? '' : ' letter-spacing="1.6"';
  const width = joined ? block.width : Math.round(block.width * 0.86);
  const size = { largest: joined ? 18 : 13.5, smallest: 10, maxLines: 3 };
  const part = fitPart(
    author.toLocaleUpperCase(language.slice(0, language.search(/-|$/))),
    { width, height: block.height, ...size },
    spaced,
  );
  return drawPart({ ...part, top: topOf(block, part.height) }, block, face);
}

type Word = { text: string; spaced: boolean; width: number };
/** Lines so far: the word at which each starts, and at which the next will. */
type LineBreaks = { starts: number[]; end: number; cost: number };
type TextColumn = { words: readonly Word[]; widest: number };

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
};
export type FittedText = { size: number; lines: string[] };

// A line may end after any CJK character, but closing punctuation stays with the character before it.
const BREAKABLE_PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][、。》」』ー！），：？]*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}-]+-?|./gu;
const GRAPHEMES = /\P{M}(?:\p{M}|\u200c|\u200d)*|\p{M}+/gu;

function wordsOf(text: string, widest: number): Word[] {
  return text
    .split(' ')
    .flatMap((word) =>
      (word.match(BREAKABLE_PIECES) ?? [])
        .flatMap((piece) => cutToWidth(piece, widest))
        .map((piece, index) => ({ text: piece, spaced: index === 0, width: estimateWidth(piece) })),
    );
}

function cutToWidth(word: string, widest: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const grapheme of word.match(GRAPHEMES) ?? []) {
    if (part && estimateWidth(`${part}${grapheme}-`) > widest) {
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

function addLine({ words, widest }: TextColumn, before: LineBreaks, longer: Map<number, LineBreaks>): void {
  let width = 0;
  for (let end = before.end + 1; end <= words.length; end += 1) {
    const word = words[end - 1];
    if (!word) return;
    const isFirst = end === before.end + 1;
    width += word.width + (word.spaced && !isFirst ? estimateWidth(' ') : 0);
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
    const byWidth = fit.width / Math.max(...lines.map(estimateWidth));
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
  words.push({ ...last, text, width: estimateWidth(text) });
}

const GLYPH_WIDTHS: readonly [RegExp, number][] = [
  [/\p{Mc}/u, 0.5],
  [/\p{M}|\u200c|\u200d/u, 0],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u, 1],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 0.64],
  [/[\u0b80-\u0d7f]/u, 1.15],
  [/[\u0900-\u109f\u1780-\u17ff]/u, 0.68],
  [/[ ijlI.,:;'’‘!|()[\]-]/u, 0.32],
  [/[ftrsz“”"/]/u, 0.46],
  [/[mwMWÆŒæœ@%—…]/u, 0.95],
  [/\p{Lu}/u, 0.73],
  [/\p{Extended_Pictographic}/u, 1.3],
];

/** The estimated width of a text in em: that of Noto Serif or a little more; Georgia is narrower. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const character of text) width += GLYPH_WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? 0.57;
  return width;
}
