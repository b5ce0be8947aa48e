import { expect, test } from 'vitest';
import { drawCover, type CoverInput } from './cover.ts';
import { COMPOSITIONS } from './compositions.ts';
import { PALETTES } from './palettes.ts';
import { estimateWidth } from './typography.ts';

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

const IDS = Array.from({ length: 80 }, (_, id) => id);

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

test('every cover stays under 2,000 bytes, whatever its texts', () => {
  for (const title of TITLES) {
    for (const id of IDS) {
      const author = title.slice(0, 300);
      const cover = drawCover({ id, title, author, series: title, language: 'en-GB-oxendict' });
      expect(Buffer.byteLength(cover), `${id} ${title.slice(0, 20)}`).toBeLessThan(2000);
    }
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

test('a line fits the cover or is squeezed', () => {
  for (const title of TITLES.slice(0, 6)) {
    for (const id of IDS) {
      for (const [, size, lines = ''] of drawCover(book({ id, title })).matchAll(
        /font-size="([\d.]+)" fill[^>]*>(<tspan.*?)<\/text>/g,
      )) {
        for (const [, attributes = '', line = ''] of lines.matchAll(/<tspan([^>]*)>([^<]*)/g)) {
          const width = estimateWidth(line.replace(/&#\d+;/g, '&')) * Number(size);
          expect(attributes.includes('textLength') || width <= 245, line).toBe(true);
        }
      }
    }
  }
});

test('the whole title is shown if it fits, with the subtitle below', () => {
  const cover = drawCover(book({ title: 'Sapiens: A Brief History of Humankind' }));
  const lines = Array.from(cover.matchAll(/<tspan[^>]*>([^<]*)/g), ([, line]) => line);
  expect(lines[0]).toBe('Sapiens');
  expect(lines.join(' ')).toContain('A Brief History of Humankind');
});

test('a word too long for the cover is broken, not cut', () => {
  for (const id of IDS) {
    const cover = drawCover(book({ id, title: 'Donaudampfschifffahrtsgesellschaftskapitänswitwe' }));
    const lines = Array.from(cover.matchAll(/<tspan[^>]*>([^<]*)/g), ([, line = '']) => line.replace(/-$/, ''));
    expect(lines.join('')).toContain('Donaudampfschifffahrtsgesellschaftskapitänswitwe');
  }
});

test('Persian is set from right to left, unspaced, in a Persian font', () => {
  for (const id of IDS) {
    const cover = drawCover({ id, title: 'بوف کور', author: 'صادق هدایت', language: 'fa' });
    expect(cover).toContain('direction="rtl"');
    expect(cover).toContain("'Noto Naskh Arabic',Vazirmatn,Tahoma,serif");
    expect(cover).not.toContain('letter-spacing');
  }
});

test('consecutive ids differ in palette and composition', () => {
  const shape = (cover: string): string => cover.replace(/#[0-9a-f]{6}/g, '').replace(/<text.*<\/text>/, '');
  for (const id of IDS) {
    const [one, next] = [drawCover(book({ id })), drawCover(book({ id: id + 1 }))];
    expect(shape(one)).not.toBe(shape(next));
    expect(/fill="(#\w+)"/.exec(one)?.[1]).not.toBe(/fill="(#\w+)"/.exec(next)?.[1]);
  }
  expect(COMPOSITIONS.length).toBeGreaterThanOrEqual(7);
  expect(PALETTES.length).toBeGreaterThanOrEqual(8);
});
