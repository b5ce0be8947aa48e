import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { coverLook, drawCover, type CoverInput } from './cover.ts';
import { COMPOSITIONS } from './compositions.ts';
import { PALETTES } from './palettes.ts';
import { parseCoverName } from './cover-path.ts';
import { fitText } from './fit-text.ts';
import { measureText, setLine } from './lettering.ts';
import { spreadCovers } from './spread-covers.ts';

const TITLES = [
  'It',
  'Guards! Guards!',
  'Über den Prozeß der Zivilisation',
  'The Life and Opinions of Tristram Shandy, Gentleman, and of a Great Many Other Persons Besides: A Novel',
  'Donaudampfschifffahrtsgesellschaftskapitänswitwe',
  'غرب‌زدگی',
  '&'.repeat(400),
  '"<\'>" '.repeat(80),
  '紅樓夢'.repeat(60),
  '👩‍👩‍👧‍👦'.repeat(50),
  `a${'\u0301'.repeat(900)} ${'\u0940'.repeat(900)}`,
  '\u0000\ud800\ufffe ',
];

/** Every composition comes among these. */
const IDS = Array.from({ length: 40 }, (_, id) => id);

function book(input: Partial<CoverInput> = {}): CoverInput {
  return { id: 7, title: 'Bumi Manusia', author: 'Pramoedya Ananta Toer', language: 'ms', ...input };
}

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => channel(parseInt(color.slice(at, at + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The tags that are not closed, or closed in the wrong order; a well-formed document has none. */
function unbalanced(xml: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = '', empty] of xml.matchAll(/<(\/?)([a-zA-Z]+)(?: [a-zA-Z:-]+="[^"<]*")*(\/?)>/g)) {
    if (closing && open.pop() !== name) return [name];
    if (!closing && !empty) open.push(name);
  }
  return open;
}

test('the cover is deterministic and depends on its input', () => {
  expect(drawCover(book())).toBe(drawCover(book()));
  expect(drawCover(book({ id: 8 }))).not.toBe(drawCover(book()));
});

/** The first format of each title of the demo. */
const DEMO: readonly CoverInput[] = [
  ...Map.groupBy(
    parse(readFileSync(join(import.meta.dirname, '../../demo/catalogue.csv')), { columns: true }) as Record<
      string,
      string
    >[],
    ({ title, language }) => `${title} ${language}`,
  ).values(),
].map(([row], index) => {
  const { title = '', contributors = '', series, language = 'en' } = row!;
  return { id: index + 1, title, author: contributors.replace(/ \(.*/, ''), language, ...(series && { series }) };
});

test('a cover of the demo is at most 6.5 kB compressed, half of them below 3, and with the longest texts below 12', () => {
  const sizes = DEMO.map((input) => gzipSync(drawCover(input)).length).toSorted((a, b) => a - b);
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(3000);
  expect(sizes.at(-1)).toBeLessThan(6500);
  for (const title of TITLES)
    for (const id of IDS.slice(0, 20)) {
      const cover = drawCover({ id, title, author: title.slice(0, 300), series: title, language: 'en-GB-oxendict' });
      expect(gzipSync(cover).length, `${id} ${title.slice(0, 20)}`).toBeLessThan(12_000);
    }
});

test('every cover is well-formed, with its text escaped and no style or script', () => {
  for (const title of TITLES) {
    for (const id of IDS) {
      const cover = drawCover(book({ id, title, author: title, language: '"><script>' }));
      const bare = cover.replace(/<\/?[a-zA-Z]+(?: [a-zA-Z:-]+="[^"<]*")*\/?>/g, '');
      expect(unbalanced(cover)).toEqual([]);
      expect(bare).not.toMatch(/[<>"']|&(?!#\d+;)/);
      expect(cover).not.toMatch(/<script|\sstyle=|<style|\p{Cc}|\p{Cs}|NaN|undefined|Infinity/u);
    }
  }
});

test('text is legible on its background in every palette', () => {
  for (const { name, ground, ink, paper, print } of PALETTES) {
    expect(contrast(ink, ground), `${name}, ink on ground`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(print, paper), `${name}, print on paper`).toBeGreaterThanOrEqual(4.5);
  }
});

/** Where lettering stands, from left to right; its color tells it from everything else. */
function inkOf(svg: string): { left: number; right: number } {
  const letters = [...svg.matchAll(/<g fill="#\w{6}">(?:<path transform="translate[^>]*>)+<\/g>/g)].map(
    ([group]) => group,
  );
  const alone = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450">${letters.join('')}</svg>`;
  const box = new Resvg(alone).getBBox()!;
  return { left: box.x, right: box.x + box.width };
}

test('lettering stays on the cover, and within its margins', () => {
  for (const title of [
    ...TITLES.slice(0, 6),
    '《红楼梦》八十回校本，附录与索引',
    'Iiiiiiiiiiiiii',
    'WWWWWWWWWWWWWWWW WWWWWWWWWWWWWWWWWWWW',
  ])
    for (const id of IDS.slice(0, 20)) {
      const { left, right } = inkOf(drawCover(book({ id, title, author: title })));
      expect(left, `${id} ${title}`).toBeGreaterThan(18);
      expect(right, `${id} ${title}`).toBeLessThan(282);
    }
});

test('letters are outlines, so that they are the same everywhere; only those of scripts without a font are text', () => {
  for (const input of DEMO) expect(drawCover(input)).not.toMatch(/<text|font-family/);
  expect(drawCover(book({ title: 'Война и мир', author: 'Лев Толстой' }))).not.toContain('<text');
  expect(drawCover(book({ title: 'Οδύσσεια', author: 'Όμηρος' }))).not.toContain('<text');
  expect(drawCover(book({ title: 'பொன்னியின் செல்வன்', author: 'கல்கி', language: 'ta' }))).not.toContain('<text');
  for (const title of ['紅樓夢', '平凡的世界', 'ノルウェイの森', '채식주의자'])
    expect(drawCover(book({ title, author: '路遥', language: 'zh' }))).not.toContain('<text');
  for (const title of ['ข้างหลังภาพ', 'गोदान', 'סיפור על אהבה וחושך'])
    expect(drawCover(book({ title, author: title }))).not.toContain('<text');
  expect(drawCover(book({ title: 'ፍቅር እስከ መቃብር' }))).toMatch(/<text[^>]*>ፍቅር እስከ መቃብር<\/text>/);
});

test('no line of a Chinese title ends with a sign that opens or begins with one that closes', () => {
  const limits = { width: 300, height: 400, largest: 90, smallest: 20, maxLines: 6, single: 1, leading: 1.2 };
  for (const title of [
    '红楼梦（上下）',
    '《红楼梦》（上）',
    '百年孤独（50周年）纪念',
    'Emma（上下）',
    '「ノルウェイ」の「森」',
  ])
    for (let width = 100; width < 300; width += 10) {
      const { lines } = fitText(title, { ...limits, width, measure: (text) => text.length });
      expect(lines.join('')).toBe(title);
      for (const line of lines)
        expect([title, width, line]).toEqual([title, width, expect.stringMatching(/^(?![）》」]).*(?<![（《「])$/)]);
    }
});

const PERSIAN = { face: 'serif', direction: 'rtl', spacing: 0 } as const;

test('Persian letters are joined, from right to left, unspaced', () => {
  const apart = ['ک', 'ت', 'ا', 'ب'].reduce((sum, letter) => sum + setLine(letter, PERSIAN)!.width, 0);
  expect(setLine('کتاب', PERSIAN)!.width).toBeLessThan(apart * 0.85);
  const startOf = (text: string) => /M(-?\d+)/.exec(setLine(text, PERSIAN)!.path)![1];
  expect(startOf('آب')).toBe(startOf('ب'));
  expect(measureText('کتاب خوب', PERSIAN)).toBeCloseTo(setLine('کتاب خوب', PERSIAN)!.width, 1);
});

test('Tamil vowel signs stand before and around their letters, and are measured so', () => {
  const style = { face: 'serif', direction: 'ltr', spacing: 0 } as const;
  const firstOf = (text: string) => /M[^M]*/.exec(setLine(text, style)!.path)![0];
  expect(firstOf('செ')).toBe(firstOf('கெ'));
  expect(firstOf('பொ')).toBe(firstOf('செ'));
  expect(measureText('பொன்னியின்', style)).toBeCloseTo(setLine('பொன்னியின்', style)!.width, 2);
});

test('Hebrew is set from right to left, with its points at their letters', () => {
  const firstOf = (text: string) => /M[^M]*/.exec(setLine(text, PERSIAN)!.path)![0];
  expect(firstOf('אב')).toBe(firstOf('ב'));
  expect(setLine('אב', PERSIAN)!.width).toBeCloseTo(setLine('א', PERSIAN)!.width + setLine('ב', PERSIAN)!.width, 2);
  expect(setLine('בָּ', PERSIAN)!.width).toBe(setLine('ב', PERSIAN)!.width);
});

test('a Thai title is broken between words, and a tone stands above the ring of the vowel am', () => {
  const fit = { width: 300, height: 300, largest: 60, smallest: 20, maxLines: 5, single: 1, leading: 1.2 };
  const measure = (text: string) => text.length / 2;
  const { lines } = fitText('ข้างหลังภาพข้างหลังภาพ', { ...fit, measure });
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line).toMatch(/^(?:ข้าง|หลัง|ภาพ)+$/);
  const style = { face: 'serif', direction: 'ltr', spacing: 0 } as const;
  expect(setLine('น้ำ', style)).toEqual(setLine('นํ้า', style));
  expect(measureText('น้ำ', style)).toBeCloseTo(setLine('น้ำ', style)!.width, 2);
});

test('Persian covers are mirrored: their lines end at the right, their spine is there', () => {
  for (const id of IDS) {
    const cover = drawCover({ id, title: 'بوف کور', author: 'صادق هدایت', language: 'fa' });
    expect(cover).toContain('M291 0v450');
    const isCentered = !cover.includes('matrix(-1 0 0 1 300 0)');
    if (!isCentered) expect(300 - inkOf(cover).right).toBeLessThan(100);
  }
});

test('consecutive ids differ in palette and composition', () => {
  for (const id of IDS) {
    const [one, next] = [coverLook(book({ id })), coverLook(book({ id: id + 1 }))];
    expect(one.palette).not.toBe(next.palette);
    expect(one.composition).not.toBe(next.composition);
  }
  expect(COMPOSITIONS.length).toBeGreaterThanOrEqual(20);
  expect(PALETTES.length).toBeGreaterThanOrEqual(18);
});

/** The compositions that paths stand for. */
function compositionsOf(inputs: readonly CoverInput[], paths: readonly (string | undefined)[]): number[] {
  return paths.map((path, index) => {
    const name = parseCoverName(path!.slice('/covers/'.length))!;
    return coverLook(inputs[index]!, name.kind === 'generated' ? name.look : 0).composition;
  });
}

test('neighbors on a shelf never have the same composition, in whatever order the demo is listed', () => {
  const orders = [
    DEMO,
    DEMO.toReversed(),
    DEMO.toSorted((one, other) => one.title.localeCompare(other.title)),
    DEMO.toSorted((one, other) => one.author.localeCompare(other.author)),
    DEMO.toSorted((one, other) => ((one.id * 7919) % 360) - ((other.id * 7919) % 360)),
  ];
  for (const inputs of orders) {
    const paths = spreadCovers(inputs);
    const shown = compositionsOf(inputs, paths);
    for (const [index, composition] of shown.entries())
      expect(shown.slice(index + 1, index + 3)).not.toContain(composition);
    const changed = paths.filter((path) => /-\d\.svg$/.test(path!)).length;
    expect(changed).toBeLessThan(inputs.length * 0.2);
  }
});

test('another look of a book has the same colors and the same texts', () => {
  const [first, second] = [drawCover(book()), drawCover(book(), 1)];
  expect(second).not.toBe(first);
  expect(coverLook(book(), 1).palette).toBe(coverLook(book()).palette);
});

test('a title that is the name of its series says it once', () => {
  expect(drawCover(book({ title: 'Dune', series: 'Dune' }))).toBe(drawCover(book({ title: 'Dune' })));
});
