import { COMPOSITIONS } from './compositions.ts';
import { fillPath, type CoverTheme } from './ornaments.ts';
import { PALETTES, type Palette } from './palettes.ts';
import { drawAuthor, drawTitle, type Block, type CoverText } from './typography.ts';

/** What a cover is drawn from; `language` is a BCP 47 tag and decides on which side the spine is. */
export type CoverInput = { id: number; title: string; author: string; series?: string; language: string };

/** Longer texts are cut: a cover is to be seen small. */
const MAX_LENGTH = 120;

/**
 * The generated cover of a book: a complete SVG document of 300 by 450 units, its lettering as outlines, so that it is the same
 * on every machine. The same input always gives the same bytes. `look` is another palette and composition.
 */
export function drawCover(input: CoverInput, look = 0): string {
  return renderSvg(input, coverTextOf(input, MAX_LENGTH), look);
}

/** The texts, none longer than `length`; a subtitle, or else the series, becomes the note under the title. */
function coverTextOf(input: CoverInput, length: number): CoverText {
  const whole = truncate(clean(input.title), length);
  const parts = /^(.{2,}?)(?:\s*[:：;]\s+|\s+[–—]\s+|\s+(?=\())(.+)$/u.exec(whole);
  const subtitle = parts?.[2]?.replace(/^\((.*)\)$/u, '$1');
  const language = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(input.language) ? input.language : 'und';
  return {
    title: parts?.[1] ?? whole,
    note: subtitle ?? seriesNote(parts?.[1] ?? whole, input.series, length),
    author: truncate(clean(input.author), Math.min(90, length)),
    language,
  };
}

/** A first volume often has the name of its series, which stands there once. */
function seriesNote(title: string, series: string | undefined, length: number): string {
  const note = truncate(clean(series ?? ''), Math.min(60, length));
  return note.toLowerCase() === title.toLowerCase() ? '' : note;
}

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\p{Co}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/gu, '')
    .replace(/(\p{L})'(?=\p{L})/gu, '$1’')
    .replace(/\s+/g, ' ')
    .trim();
}

function truncate(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  return `${characters.slice(0, length - 1).join('')}…`;
}

function hash(text: string): number {
  let state = 2166136261;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 16777619);
  state = Math.imul(state ^ (state >>> 15), 2246822507);
  return (state ^ (state >>> 13)) >>> 0;
}

function pickAt<T>(list: readonly [T, ...T[]], place: number): T {
  return list[Math.abs(place) % list.length] ?? list[0];
}

/**
 * The look of a cover, by its palette and its composition. Consecutive ids get different ones; another look of the same book
 * is another composition in the same colors.
 */
export function coverLook({ id, title }: Pick<CoverInput, 'id' | 'title'>, look = 0) {
  const roll = (salt: string, sides: number): number => hash(`${salt}${id}${title}`) % sides;
  return {
    palette: (id * 5 + roll('palette', 5)) % PALETTES.length,
    composition: (id * 7 + roll('composition', 7) + look * 3) % COMPOSITIONS.length,
  };
}

function createTheme(input: CoverInput, title: string, palette: Palette): CoverTheme {
  const roll = (salt: string, sides: number): number => hash(`${salt}${input.id}${input.title}`) % sides;
  const { ground, ink, paper, print, accent, soft } = palette;
  const initial = /\p{L}|\p{N}/u.exec(title.replace(/^(the|an?) /i, ''))?.[0]?.toUpperCase() ?? '*';
  const shared = { accent, soft, deep: print, initial, roll };
  return roll('inverted', 3) === 0
    ? { ...shared, field: paper, text: print, panel: ground, print: ink }
    : { ...shared, field: ground, text: ink, panel: paper, print };
}

function renderSvg(input: CoverInput, text: CoverText, look: number): string {
  const { palette, composition } = coverLook(input, look);
  const theme = createTheme(input, text.title, pickAt(PALETTES, palette));
  const layout = pickAt(COMPOSITIONS, composition)(theme);
  const isMirrored = isRightToLeft(text.language);
  const isTurned = isMirrored && layout.anchor === 'start';
  const place = (block: Block): Block => (isTurned ? { ...block, x: 300 - block.x } : block);
  const style = { face: layout.face, anchor: layout.anchor, isMirrored };
  const texts = drawTitle(text, place(layout.title), style) + drawAuthor(text, place(layout.author), style);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450" viewBox="0 0 300 450">` +
    fillPath(theme.field, 'M0 0h300v450H0z') +
    (isTurned ? `<g transform="matrix(-1 0 0 1 300 0)">${layout.art}</g>` : layout.art) +
    texts +
    `<path fill="none" stroke="#000" stroke-opacity=".13" d="M.5.5h299v449H.5zM${isMirrored ? 291 : 9} 0v450"/></svg>`
  );
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i.test(language);
}
