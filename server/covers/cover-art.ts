import { COMPOSITIONS } from './cover-compositions.ts';
import { fill } from './cover-kit.ts';
import type { Kit } from './cover-kit.ts';
import { PALETTES } from './cover-palettes.ts';
import { drawAuthor, drawTitle, escapeXml } from './cover-text.ts';
import type { Block, Wording } from './cover-text.ts';

/** What a cover is drawn from; `language` is a BCP 47 tag and decides the side the book is bound on. */
export type CoverFacts = { id: number; title: string; author: string; series?: string; language: string };

const LIMIT = 2000;

/**
 * The cover of a book without a picture: a complete SVG document of 300 by 450 units with the title and
 * author as text. The same facts always give the same bytes, fewer than 2,000 in UTF-8.
 */
export function drawCover(facts: CoverFacts): string {
  for (let length = 180; ; length = Math.floor(length * 0.8)) {
    const cover = assemble(facts, wordingOf(facts, length));
    if (length < 10 || new TextEncoder().encode(cover).length < LIMIT) return cover;
  }
}

/** The texts, none longer than `length`; a subtitle, or else the series, becomes the note under the title. */
function wordingOf(facts: CoverFacts, length: number): Wording {
  const whole = clip(clean(facts.title), length);
  const parts = /^(.{2,}?)(?:\s*[:：;]\s+|\s+[–—]\s+|\s+(?=\())(.+)$/u.exec(whole);
  const subtitle = parts?.[2]?.replace(/^\((.*)\)$/u, '$1');
  const language = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(facts.language) ? facts.language : 'und';
  return {
    title: parts?.[1] ?? whole,
    note: subtitle ?? clip(clean(facts.series ?? ''), Math.min(60, length)),
    author: clip(clean(facts.author), Math.min(90, length)),
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

function clip(text: string, length: number): string {
  const signs = Array.from(text);
  if (signs.length <= length) return text;
  return `${signs.slice(0, length - 1).join('')}…`;
}

function hash(text: string): number {
  let state = 2166136261;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 16777619);
  state = Math.imul(state ^ (state >>> 15), 2246822507);
  return (state ^ (state >>> 13)) >>> 0;
}

function at<T>(list: readonly [T, ...T[]], place: number): T {
  return list[Math.abs(place) % list.length] ?? list[0];
}

/** Palettes and compositions are stepped through by id, so that no book looks like the one before it. */
function kitFor(facts: CoverFacts, title: string): Kit {
  const roll = (salt: string, sides: number): number => hash(`${salt}${facts.id}${facts.title}`) % sides;
  const palette = at(PALETTES, facts.id * 3 + roll('palette', 3));
  const { ground, ink, paper, print, accent, soft } = palette;
  const initial = escapeXml(/\p{L}|\p{N}/u.exec(title.replace(/^(the|an?) /i, ''))?.[0]?.toUpperCase() ?? '*');
  const shared = { accent, soft, deep: print, initial, roll };
  return roll('inverted', 3) === 0
    ? { ...shared, field: paper, text: print, panel: ground, print: ink }
    : { ...shared, field: ground, text: ink, panel: paper, print };
}

function assemble(facts: CoverFacts, wording: Wording): string {
  const kit = kitFor(facts, wording.title);
  const layout = at(COMPOSITIONS, facts.id * 5 + kit.roll('composition', 4))(kit);
  const rightToLeft = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/i.test(wording.language);
  const mirrored = rightToLeft && layout.anchor === 'start';
  const place = (block: Block): Block => (mirrored ? { ...block, x: 300 - block.x } : block);
  const texts =
    drawTitle(wording, place(layout.title), layout.face) + drawAuthor(wording, place(layout.author), layout.face);
  const anchor = layout.anchor === 'middle' ? ' text-anchor="middle"' : '';
  const direction = rightToLeft ? ' direction="rtl"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${wording.language}" width="300" height="450" viewBox="0 0 300 450">` +
    fill(kit.field, 'M0 0h300v450H0z') +
    (mirrored ? `<g transform="matrix(-1 0 0 1 300 0)">${layout.art}</g>` : layout.art) +
    `<g${anchor}${direction}>${texts}</g>` +
    `<path fill="none" stroke="#000" stroke-opacity=".13" d="M.5.5h299v449H.5zM${rightToLeft ? 291 : 9} 0v450"/></svg>`
  );
}
