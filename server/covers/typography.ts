import { fitText, type FittedText } from './fit-text.ts';
import { GRID, measureText, setLine, type Face, type LineStyle } from './lettering.ts';

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
/** `isMirrored`: lines start at their right end. */
type PlacedStyle = TextStyle & { isMirrored: boolean };
export type CoverText = { title: string; note: string; author: string; language: string };

type Script = {
  /** For letters that none of our fonts has: they are drawn in the reader's own. */
  faces?: string;
  ascent: number;
  single: number;
  leading: number;
  joined: boolean;
  scale: number;
};

const READERS_OWN = "'Noto Serif','Noto Sans',serif";
const HEBREW = "'Noto Serif Hebrew','Frank Ruehl CLM',David,serif";

const LATIN: Script = { ascent: 0.76, single: 1, leading: 1.14, joined: false, scale: 1 };
const SCRIPTS: readonly [RegExp, Script][] = [
  [/\p{Script=Arabic}/u, { ascent: 1.02, single: 1.45, leading: 1.42, joined: true, scale: 1.05 }],
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
type FittedPart = FittedText & { width: number; script: Script; height: number; style: LineStyle };

function fitPart(text: string, box: TextBox, style: LineStyle): FittedPart {
  const script = scriptOf(text);
  const { ascent: _, ...metrics } = script;
  const largest = Math.round(box.largest * script.scale);
  const measure = (part: string) => measureText(part, style) ?? estimateWidth(part) + style.spacing * part.length;
  const fitted = fitText(text, { ...box, ...metrics, largest, measure });
  const height = fitted.size * (script.single + script.leading * (fitted.lines.length - 1));
  return { ...fitted, width: box.width, script, height, style };
}

type PlacedPart = FittedPart & { top: number };

function drawPart(part: PlacedPart, block: Block, { anchor, isMirrored }: PlacedStyle): string {
  const { size, script, width, top, style } = part;
  const drawn = part.lines.map((line, index) => {
    const y = Math.round(top + size * (script.ascent + script.leading * index));
    const set = setLine(line, style);
    if (!set) return drawText(line, { y, part, anchor, isMirrored, x: block.x });
    const long = set.width * size;
    const squeeze = Math.min(1, width / long);
    const shown = long * squeeze;
    const x = anchor === 'middle' ? block.x - shown / 2 : isMirrored ? block.x - shown : block.x;
    return `<path transform="translate(${round(x)} ${y})scale(${scaleOf(size * squeeze, size)})" d="${set.path}"/>`;
  });
  return drawn.length === 0 ? '' : `<g fill="${block.fill}">${drawn.join('')}</g>`;
}

function scaleOf(across: number, size: number): string {
  const [x, y] = [across, size].map((one) => Math.round((1e4 * one) / GRID) / 1e4);
  return x === y ? `${x}` : `${x} ${y}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type TextLine = { x: number; y: number; part: FittedPart; anchor: TextStyle['anchor']; isMirrored: boolean };

/** A line in letters that our fonts do not have, set by whoever shows it. */
function drawText(line: string, { x, y, part, anchor, isMirrored }: TextLine): string {
  const { size, script, width } = part;
  const isLong = estimateWidth(line) * size > width + 1;
  const squeeze = isLong ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  const place = anchor === 'middle' ? ' text-anchor="middle"' : isMirrored ? ' text-anchor="end"' : '';
  const family = script.faces ?? READERS_OWN;
  return `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}"${place}${squeeze}>${escapeXml(line)}</text>`;
}

function topOf(block: Block, height: number): number {
  const share = block.rise === 'bottom' ? 1 : block.rise === 'middle' ? 0.5 : 0;
  return block.y + share * (block.height - height);
}

/** The title as large as its box allows, with the subtitle or series in small type below it. */
export function drawTitle({ title, note }: CoverText, block: Block, style: PlacedStyle): string {
  const { width, height, largest = 48 } = block;
  const { face } = style;
  const direction = style.isMirrored ? 'rtl' : 'auto';
  const noteFace = face === 'serif' || face === 'book' ? 'italic' : face === 'heavy' ? 'sans' : face;
  const small = { width, height: height * 0.4, largest: 15, smallest: 12, maxLines: 3 };
  const below = note ? fitPart(note, small, { face: noteFace, direction, spacing: 0 }) : undefined;
  const left = height - (below ? below.height + GAP : 0);
  const box = { width, height: left, largest, smallest: 16, maxLines: 6 };
  const main = fitPart(title, box, { face, direction, spacing: 0 });
  const top = topOf(block, main.height + height - left);
  const texts = [drawPart({ ...main, top }, block, style)];
  if (below) texts.push(drawPart({ ...below, top: top + main.height + GAP }, block, style));
  return texts.join('');
}

/** The author in spaced capitals, unless the script joins its letters. */
export function drawAuthor({ author, language }: CoverText, block: Block, style: PlacedStyle): string {
  const { joined } = scriptOf(author);
  const size = { largest: joined ? 17 : 13.5, smallest: 10, maxLines: 3 };
  const face =
    style.face === 'serif' || style.face === 'italic' ? 'book' : style.face === 'heavy' ? 'sans' : style.face;
  const part = fitPart(
    author.toLocaleUpperCase(language.slice(0, language.search(/-|$/))),
    { width: block.width, height: block.height, ...size },
    { face, direction: style.isMirrored ? 'rtl' : 'auto', spacing: joined ? 0 : 0.12 },
  );
  return drawPart({ ...part, top: topOf(block, part.height) }, block, style);
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

/** The estimated width in em of a text in letters that our fonts do not have. */
export function estimateWidth(text: string): number {
  let width = 0;
  for (const character of text) width += GLYPH_WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? 0.57;
  return width;
}
