import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isShownOn, readHome } from './read-home.ts';

const TITLE = { en: 'Chosen' };
const BOOK = '9786299900016';
const read = (...sections: object[]) => readHome(JSON.stringify({ sections }));
const mistakesOf = (...sections: object[]) => read(...sections).mistakes;

test('the content of the demo has every text in every language', () => {
  const { content, mistakes } = readHome(readFileSync('demo/home.json', 'utf8'));
  expect(mistakes).toEqual([]);
  const texts = JSON.stringify(content).match(/"en":/g)!.length;
  for (const locale of ['fa', 'de', 'fr', 'pt'])
    expect(JSON.stringify(content).match(new RegExp(`"${locale}":`, 'g'))).toHaveLength(texts);
});

test('reads an ISBN in any writing as its digits', () => {
  const { content } = read({ form: 'row', title: TITLE, books: ['978-629-99000-1-6'] });
  expect(content?.sections[0]).toMatchObject({ books: [BOOK] });
});

test('names every mistake by its place', () => {
  expect(readHome('{').mistakes[0]).toMatch(/^The file is not JSON/);
  expect(readHome('{}').mistakes).toEqual(['sections is missing.']);
  expect(mistakesOf()).toEqual(['sections is empty.']);
  expect(mistakesOf({ form: 'carousel' })).toEqual([
    'sections[0].form must be one of featured, row, numbered, band, cover, quote, picks.',
  ]);
  expect(mistakesOf({ form: 'row', title: { fr: 'Choix' }, books: 'newest' })).toEqual([
    'sections[0].title.en is missing.',
  ]);
  expect(mistakesOf({ form: 'row', title: { en: 'a'.repeat(81) }, books: 'newest' })).toEqual([
    'sections[0].title.en may have at most 80 characters or entries.',
  ]);
  expect(mistakesOf({ form: 'quote', book: '9786299900017', text: TITLE, by: 'Mei Ling' })).toEqual([
    'sections[0].book is not a valid ISBN.',
  ]);
  expect(mistakesOf({ form: 'row', title: TITLE, books: { subject: 'NOPE' } })).toEqual([
    'sections[0].books.subject is not a subject of the shop.',
  ]);
  expect(mistakesOf({ form: 'row', title: TITLE, books: 'all' })[0]).toMatch(
    /^sections\[0\]\.books must be a list of ISBNs, "bestselling"/,
  );
  expect(mistakesOf({ form: 'row', title: TITLE, books: 'newest', until: '2026-12-01' })).toEqual([
    'sections[0] has an unknown field: until.',
  ]);
  expect(mistakesOf({ form: 'band', color: 'pink', title: TITLE, books: 'newest' })).toEqual([
    'sections[0].color must be one of plum, forest, clay, ink.',
  ]);
  expect(mistakesOf({ form: 'row', title: TITLE, books: 'newest', from: '1 December' })).toEqual([
    'sections[0].from must be a day such as 2026-12-01.',
  ]);
  expect(mistakesOf({ form: 'row', title: TITLE, books: 'newest', from: '2026-12-02', to: '2026-12-01' })).toEqual([
    'sections[0].to is before its "from".',
  ]);
});

test('a section is shown from its first day to its last', () => {
  const days = { from: '2026-12-01', to: '2026-12-24' };
  const shown = ['2026-11-30', '2026-12-01', '2026-12-24', '2026-12-25'].map((day) => isShownOn(days, day));
  expect(shown).toEqual([false, true, true, false]);
  expect(isShownOn({}, '2026-12-01')).toBe(true);
});
