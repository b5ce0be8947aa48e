import { COMPOSITIONS } from './compositions.ts';
import { fillPath, type CoverTheme } from './ornaments.ts';
import { PALETTES } from './palettes.ts';
import { drawAuthor, drawTitle, escapeXml, type Block, type CoverText } from './typography.ts';
import { createHash } from 'node:crypto';

/** What a cover is drawn from; `language` is a BCP 47 tag and decides on which side the spine is. */
export type CoverInput = { id: number; title: string; author: string; series?: string; language: string };

const MAX_BYTES = 2000;

/**
 * The generated cover of a book: a complete SVG document of 300 by 450 units with title and author as text. The same
 * input always gives the same bytes, fewer than 2,000 in UTF-8.
 */
export function drawCover(input: CoverInput): string {
  for (let length = 180; ; length = Math.floor(length * 0.8)) {
    const cover = renderSvg(input, coverTextOf(input, length));
    if (length < 10 || new TextEncoder().encode(cover).length < MAX_BYTES) return cover;
  }
}

/** The texts, none longer than `length`; a subtitle, or else the series, becomes the note under the title. */
function coverTextOf(input: CoverInput, length: number): CoverText {
  const whole = truncate(clean(input.title), length);
  const parts = /^(.{2,}?)(?:\s*[:：;]\s+|\s+[–—]\s+|\s+(?=\())(.+)$/u.exec(whole);
  const subtitle = parts?.[2]?.replace(/^\((.*)\)$/u, '$1');
  const language = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(input.language) ? input.language : 'und';
  return {
    title: parts?.[1] ?? whole,
    note: subtitle ?? truncate(clean(input.series ?? ''), Math.min(60, length)),
    author: truncate(clean(input.author), Math.min(90, length)),
    language,
  };
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

/** Consecutive ids get different palettes and compositions. */
function createTheme(input: CoverInput, title: string): CoverTheme {
  const roll = (salt: string, sides: number): number => hash(`${salt}${input.id}${input.title}`) % sides;
  const palette = pickAt(PALETTES, input.id * 3 + roll('palette', 3));
  const { ground, ink, paper, print, accent, soft } = palette;
  const initial = escapeXml(/\p{L}|\p{N}/u.exec(title.replace(/^(the|an?) /i, ''))?.[0]?.toUpperCase() ?? '*');
  const shared = { accent, soft, deep: print, initial, roll };
  return roll('inverted', 3) === 0
    ? { ...shared, field: paper, text: print, panel: ground, print: ink }
    : { ...shared, field: ground, text: ink, panel: paper, print };
}

function renderSvg(input: CoverInput, text: CoverText): string {
  const theme = createTheme(input, text.title);
  const layout = pickAt(COMPOSITIONS, input.id * 5 + theme.roll('composition', 4))(theme);
  const rightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i.test(text.language);
  const mirrored = rightToLeft && layout.anchor === 'start';
  const place = (block: Block): Block => (mirrored ? { ...block, x: 300 - block.x } : block);
  const texts = drawTitle(text, place(layout.title), layout.face) + drawAuthor(text, place(layout.author), layout.face);
  const anchor = layout.anchor === 'middle' ? ' text-anchor="middle"' : '';
  const direction = rightToLeft ? ' direction="rtl"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${text.language}" width="300" height="450" viewBox="0 0 300 450">` +
    fillPath(theme.field, 'M0 0h300v450H0z') +
    (mirrored ? `<g transform="matrix(-1 0 0 1 300 0)">${layout.art}</g>` : layout.art) +
    `<g${anchor}${direction}>${texts}</g>` +
    `<path fill="none" stroke="#000" stroke-opacity=".13" d="M.5.5h299v449H.5zM${rightToLeft ? 291 : 9} 0v450"/></svg>`
  );
}

/** Raised when the art changes, so that cached covers are requested again. */
const COVER_VERSION = 1;

/** The path of a generated cover. It contains a hash of its content, so that it is cached forever. */
export function coverPath(input: CoverInput): string {
  return `/covers/${input.id}-${fingerprint(input)}.svg`;
}

/** The path of the small cover for emails (PNG), from the path of the cover. */
export const emailCoverPath = (cover: string) => cover.replace(/\.svg$/, '-small.png');

/** What a path below `/covers/` is: the cover (SVG), the social image, or the small cover for emails. */
export type CoverName = { id: number; kind: 'cover' | 'link' | 'small'; cover: string };

const IMAGE_KINDS = { '.svg': 'cover', '.png': 'link', '-small.png': 'small' } as const;

/** Parses the last part of such a path. */
export function parseCoverName(name: string): CoverName | undefined {
  const match = /^((\d{1,9})-[0-9a-f]{8})(\.svg|\.png|-small\.png)$/.exec(name);
  if (!match) return undefined;
  return {
    id: Number(match[2]),
    kind: IMAGE_KINDS[match[3] as keyof typeof IMAGE_KINDS],
    cover: `/covers/${match[1]}.svg`,
  };
}

function fingerprint({ title, author, series = '', language }: CoverInput): string {
  return createHash('sha1')
    .update(JSON.stringify([COVER_VERSION, title, author, series, language]))
    .digest('hex')
    .slice(0, 8);
}
