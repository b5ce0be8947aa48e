import PDFDocument from 'pdfkit';
import { expect, test, vi } from 'vitest';
import { bidiText, type TextDirection } from '../typesetting/bidi.ts';
import { eastAsianFont } from '../typesetting/east-asian.ts';
import { openFont } from '../typesetting/fonts.ts';
import { fontFor, layoutText, LITERATA, OTHERS, VAZIRMATN } from './text-layout.ts';

const doc = new PDFDocument();
const WIDTH = 200;

/** The lines of a text, each from its parts by font. */
function drawn(text: string, width = WIDTH): string[] {
  const lines = new Map<number, string>();
  vi.spyOn(doc, 'text').mockImplementation(((part: string, _: number, y: number) => {
    lines.set(y, (lines.get(y) ?? '') + part);
    return doc;
  }) as typeof doc.text);
  layoutText(doc, text, { width, direction: 'ltr', size: 10 }).draw({ x: 0, y: 0, side: 'left' });
  vi.restoreAllMocks();
  return [...lines.values()];
}

test.each(['x'.repeat(500), 'iW'.repeat(250), `a short word, then ${'y'.repeat(300)}`])(
  '%s is drawn completely in lines that fit',
  (text) => {
    const lines = drawn(text);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    for (const line of lines) expect(doc.widthOfString(line)).toBeLessThanOrEqual(WIDTH);
  },
);

test('a word of 500 characters is measured a few times per line, not once per character', () => {
  const measure = vi.spyOn(doc, 'widthOfString');
  const { height } = layoutText(doc, 'x'.repeat(500), { width: WIDTH, direction: 'ltr', size: 10 });
  const lines = Math.round(height / 14.5);
  expect(lines).toBeGreaterThan(5);
  expect(measure.mock.calls.length).toBeLessThanOrEqual(lines * 15);
});

test('no surrogate pair is split', () => {
  for (const line of drawn('𝔴'.repeat(100))) expect(line.isWellFormed()).toBe(true);
});

test('no Tamil letter is parted from its signs', () => {
  const lines = drawn('கொடுமை'.repeat(30));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).not.toMatch(/^\p{M}/u);
});

const [TAMIL, DEVANAGARI, THAI, HEBREW] = OTHERS;

test.each([
  ['Tamil', TAMIL!, 'பொன்னியின் செல்வன் கௌரி ஸ்ரீ க்ஷ ௧௨'],
  ['Hindi', DEVANAGARI!, 'गोदान हिन्दी क्षत्रिय ज्ञान श्री १२'],
  ['Thai', THAI!, 'ข้างหลังภาพ คู่กรรม น้ำ ๑๒'],
  ['Hebrew', HEBREW!, 'סיפור על אהבה וחושך בְּרֵאשִׁית'],
])('%s text has a glyph for every character, in both weights', (_, files, text) => {
  for (const file of files) for (const { id } of openFont(file).layout(text).glyphs) expect(id).not.toBe(0);
});

test('Thai is broken between words, and within a word only where it is wider than a line', () => {
  const title = 'ข้างหลังภาพ'.repeat(20);
  const lines = drawn(title);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).toBe(title);
  for (const line of lines) expect(line).toMatch(/^(?:ข้าง|หลัง|ภาพ).*(?:ข้าง|หลัง|ภาพ)$/);
});

test.each(['பொன்னியின்', 'हिन्दी', 'น้ำ'])('%s is copied from a document as it is written, not as it is drawn', (word) => {
  const mark = vi.spyOn(doc, 'markContent');
  const layout = layoutText(doc, `Ponniyin ${word}`, { width: WIDTH, direction: 'auto', size: 10 });
  layout.draw({ x: 0, y: 0, side: 'left' });
  expect(mark.mock.calls).toEqual([['Span', { actual: expect.stringMatching(new RegExp(`^\\s*${word}$`)) }]]);
  vi.restoreAllMocks();
});

const visualRuns = (text: string, direction: TextDirection) =>
  bidiText(text, direction)
    .runs(0, text.length)
    .map(({ text: run, isRightToLeft }) => (isRightToLeft ? `<${run}` : `>${run}`));

test('a text of one direction is one run', () => {
  expect(visualRuns('RM 12.00', 'ltr')).toEqual(['>RM 12.00']);
  expect(visualRuns('بوف کور', 'rtl')).toEqual(['<بوف کور']);
  expect(visualRuns('بوف کور', 'auto')).toEqual(['<بوف کور']);
});

test('a price in Persian text stays in one piece between its neighbours', () => {
  expect(visualRuns('هر نسخه \u2066RM 4.00\u2069 ارزان‌تر', 'rtl')).toEqual(['< ارزان‌تر', '>RM 4.00', '<هر نسخه ']);
});

test('Persian digits run left to right within right-to-left text', () => {
  expect(visualRuns('۳۰ آبان ۱۴۰۵', 'rtl')).toEqual(['>۱۴۰۵', '< آبان ', '>۳۰']);
});

test('brackets are mirrored in right-to-left text', () => {
  expect(visualRuns('دا (خاطرات)', 'rtl')).toEqual(['<دا )خاطرات(']);
});

test('the direction of a line is that of its whole text', () => {
  const { runs, isRightToLeft } = bidiText('بوف کور and more', 'auto');
  expect(isRightToLeft).toBe(true);
  expect(runs(8, 16)).toEqual([{ text: 'and more', isRightToLeft: false }]);
});

test('a letter joins its neighbour, even if it was first met as a part of another', () => {
  const font = openFont(VAZIRMATN[0]);
  const shapes = (text: string) => font.layout(text).glyphs.map(({ id }) => id);
  for (const codePoint of font.characterSet.toReversed()) void font.glyphForCodePoint(codePoint).bbox;
  expect(shapes('آذر')).toHaveLength(3);
  expect(shapes('جلد')[0]).not.toBe(shapes('د')[0]);
});

test('the joined form of a letter and a ligature are copied as letters', () => {
  const copied = (text: string, [regular]: typeof LITERATA) =>
    openFont(regular)
      .layout(text)
      .glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  expect(copied('جلد', VAZIRMATN).toReversed()).toEqual(['ج', 'ل', 'د']);
  expect(copied('fish', LITERATA)).toEqual(['fi', 's', 'h']);
});

test.each([
  ['a', LITERATA],
  ['ž', LITERATA],
  ['ế', LITERATA],
  ['В', LITERATA],
  ['ω', LITERATA],
  ['ی', VAZIRMATN],
  ['۴', VAZIRMATN],
  ['ப', TAMIL!],
  ['ह', DEVANAGARI!],
  ['ก', THAI!],
  ['א', HEBREW!],
])('%s is set in %s', (character, font) => {
  expect(fontFor(character)).toBe(font);
});

test('a character without a font is drawn as the first font’s blank glyph', () => {
  expect(fontFor('ሀ')).toBe(LITERATA);
});

test.each(['红楼梦平凡的世界', '紅樓夢龍與鐵', 'ノルウェイの森', '《》「」、。，：；！？（）', '한강의 채식주의자'])(
  'every character of %s is in a font of both weights, slice by slice',
  (text) => {
    for (const character of text.replace(' ', ''))
      for (const weight of [400, 600] as const) {
        const file = eastAsianFont(character.codePointAt(0)!, weight)!;
        expect(
          openFont(file)
            .layout(character)
            .glyphs.map(({ id }) => id),
        ).not.toContain(0);
        expect(fontFor(character)).toContain(file);
      }
  },
);

test.each([41, 53, 67, 200])('Chinese is broken anywhere but before a sign that closes: %i points', (width) => {
  const text = '《红楼梦》，又名《石头记》。ノルウェイの森。'.repeat(8);
  const lines = drawn(text, width);
  expect(lines.join('')).toBe(text);
  for (const line of lines) expect(line).not.toMatch(/^[》，。ェ]/);
  for (const line of lines.slice(0, -1)) expect(line.length * 10).toBeGreaterThan(width - 50);
});

test('a space stays in the current font, a letter of another script does not', () => {
  expect(fontFor('\u00a0', VAZIRMATN)).toBe(VAZIRMATN);
  expect(fontFor('a', VAZIRMATN)).toBe(LITERATA);
});
