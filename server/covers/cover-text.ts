import { fitText } from './cover-lines.ts';
import type { FittedText } from './cover-lines.ts';
import { widthOf } from './cover-widths.ts';

export type Face = 'serif' | 'book' | 'sans';

/**
 * Where a text may stand: `x` is the start of its lines (their right end, right to left) or their middle,
 * `y` the top of the box, in which the text stands at the top unless it rises to the middle or bottom.
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

/** How all texts of a cover are set. */
export type Setting = { face: Face; anchor: 'start' | 'middle' };
export type Wording = { title: string; note: string; author: string; language: string };

type Script = {
  faces?: string;
  ascent: number;
  single: number;
  leading: number;
  joined: boolean;
  scale: number;
};
type Part = FittedText & { width: number; script: Script; height: number; attributes: string };

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
  return SCRIPTS.find(([signs]) => signs.test(text))?.[1] ?? LATIN;
}

/** Replaces the five signs that mean something in XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

type Measure = { width: number; height: number; largest: number; smallest: number; maxLines: number };

function fitPart(text: string, measure: Measure, attributes = ''): Part {
  const script = scriptOf(text);
  const { ascent: _, ...metrics } = script;
  const largest = Math.round(measure.largest * script.scale);
  const fitted = fitText(text, { ...measure, ...metrics, largest });
  const height = fitted.size * (script.single + script.leading * (fitted.lines.length - 1));
  return { ...fitted, width: measure.width, script, height, attributes };
}

function drawPart(part: Part & { top: number }, { x, fill }: Block, face: Face): string {
  const { size, script, width, top } = part;
  if (part.lines.length === 0) return '';
  const lines = part.lines.map((line, index) => {
    const y = Math.round(top + size * (script.ascent + script.leading * index));
    const squeeze = widthOf(line) * size > width + 1 ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
    return `<tspan x="${x}" y="${y}"${squeeze}>${escapeXml(line)}</tspan>`;
  });
  const family = script.faces ?? FACES[face];
  return `<text font-family="${family}" font-size="${size}" fill="${fill}"${part.attributes}>${lines.join('')}</text>`;
}

function topOf(block: Block, height: number): number {
  const share = block.rise === 'bottom' ? 1 : block.rise === 'middle' ? 0.5 : 0;
  return block.y + share * (block.height - height);
}

/** The title as large as its box allows, a subtitle or series small beneath it. */
export function drawTitle({ title, note }: Wording, block: Block, face: Face): string {
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

/** The author in spaced capitals, where the script has capitals and its letters may be spaced. */
export function drawAuthor({ author, language }: Wording, block: Block, face: Face): string {
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
