import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mapRow, parseMapping, readMapping, TRANSFORMS } from './csv-format.ts';
import { readCsv } from './read-csv.ts';

const folder = mkdtempSync(join(tmpdir(), 'halaman-mapping-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a mapping reads a column, transforms it, adds a prefix or uses a default', () => {
  const mapping = parseMapping({
    title: { from: 'Name' },
    published: { from: 'year', transform: 'year' },
    work: { from: 'id', prefix: 'theirs-' },
    language: { from: 'lang', transform: 'language3', else: 'en' },
    format: { value: 'paperback' },
  });
  expect(mapRow(mapping, { name: 'Emma', year: '1815.0', id: '7', lang: '' })).toEqual({
    title: 'Emma',
    published: '1815',
    work: 'theirs-7',
    language: 'en',
    format: 'paperback',
  });
});

test('an empty cell gets no prefix', () => {
  expect(mapRow({ work: { from: 'id', prefix: 'theirs-' } }, { id: '' })).toEqual({ work: '' });
});

test.each([
  [[], 'It must be an object with one entry per column.'],
  [{ colour: { value: 'red' } }, /^"colour" is not a column of ours; they are work, isbn/],
  [{ title: 'name' }, 'The entry of "title" must be an object with "from" or "value".'],
  [{ title: {} }, 'The entry of "title" needs either "from" or "value".'],
  [{ title: { from: 'name', value: 'x' } }, 'The entry of "title" needs either "from" or "value".'],
  [{ title: { value: 'x', else: 'y' } }, 'The entry of "title" has a "value", which takes nothing beside it.'],
  [{ title: { from: 'name', with: 'x' } }, /^The entry of "title" has "with", which is none of from, transform/],
  [{ title: { from: 1 } }, 'The entry of "title" must hold texts only.'],
  [
    { title: { from: 'name', transform: 'toString' } },
    /^The entry of "title" has the unknown transform "toString"; there are isbn10/,
  ],
])('an invalid mapping %j is rejected in one sentence', (mapping, sentence) => {
  expect(() => parseMapping(mapping)).toThrow(sentence);
});

test('a missing or invalid mapping file is named', async () => {
  await expect(readMapping(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read \(ENOENT\)\.$/);
  await expect(readMapping(write('bad.json', '{'))).rejects.toThrow(/bad\.json is no mapping: /);
  await expect(readMapping(write('wrong.json', '{"a":1}'))).rejects.toThrow(
    /wrong\.json is no mapping: "a" is not a column/,
  );
});

test.each([
  ['isbn10', '439023483', '9780439023481'],
  ['isbn10', '043902348X', ''],
  ['isbn10', '', ''],
  ['isbn10', 'B000FC11BA', ''],
  ['year', '2008.0', '2008'],
  ['year', '1308', '1308'],
  ['year', '-720.0', ''],
  ['year', '180.0', ''],
  ['year', '', ''],
  ['language3', 'eng', 'en'],
  ['language3', 'en-US', 'en'],
  ['language3', 'ger', 'de'],
  ['language3', 'fre', 'fr'],
  ['language3', 'per', 'fa'],
  ['language3', 'may', 'ms'],
  ['language3', 'pt_BR', 'pt'],
  ['language3', 'nl', 'nl'],
  ['language3', '', ''],
  ['authors', 'Terry Pratchett, Neil Gaiman', 'Terry Pratchett (author); Neil Gaiman (author)'],
  ['authors', 'Martin Luther King, Jr., Cornel West', 'Martin Luther King, Jr. (author); Cornel West (author)'],
  ['authors', '', ''],
  ['title-of-series-title', 'The Hunger Games (The Hunger Games, #1)', 'The Hunger Games'],
  ['series-of-series-title', 'The Hunger Games (The Hunger Games, #1)', 'The Hunger Games'],
  ['number-of-series-title', 'The Hunger Games (The Hunger Games, #1)', '1'],
  ['series-of-series-title', 'Equal Rites (Discworld, #3; Witches #1)', 'Discworld'],
  ['series-of-series-title', 'Ranma ½, Vol. 1 (Ranma ½ (US 2nd), #1)', 'Ranma ½ (US 2nd)'],
  ['title-of-series-title', 'Angels & Demons  (Robert Langdon, #1)', 'Angels & Demons'],
  ['number-of-series-title', 'Four (Divergent, #0.1 - 0.4)', '0.1 - 0.4'],
  ['number-of-series-title', 'The Collector (The Collector #2)', '2'],
  ['title-of-series-title', 'Peter Pan (A Little Golden Book)', 'Peter Pan (A Little Golden Book)'],
  ['series-of-series-title', 'Peter Pan (A Little Golden Book)', ''],
  ['popularity', '4780653', '95'],
  ['popularity', '0', '0'],
  ['popularity', '99999999999', '100'],
  ['popularity', 'many', ''],
] as const)('%s turns "%s" into "%s"', (name, theirs, ours) => {
  expect(TRANSFORMS[name](theirs)).toBe(ours);
});

const HEADER = 'work_id,isbn,authors,original_publication_year,title,language_code,ratings_count';

test('the mapping of the sample file reads its rows', async () => {
  const mapping = await readMapping(join(import.meta.dirname, '../../demo/goodbooks-mapping.json'));
  const file = write(
    'sample.csv',
    `${HEADER}\n25,618260307,"J.R.R. Tolkien, Alan Lee",1937.0,"The Hobbit (Middle-earth, #0)",en-US,2071616\n`,
  );
  const { products, rejected } = await readCsv(file, mapping);
  expect(rejected).toEqual([]);
  expect(products).toMatchObject([
    {
      work: 'goodreads-25',
      title: 'The Hobbit',
      contributors: [{ name: 'J.R.R. Tolkien' }, { name: 'Alan Lee' }],
      language: 'en',
      published: '1937',
      series: { name: 'Middle-earth', number: '0' },
      variants: [{ isbn: '9780618260300', format: 'paperback', listPrice: 3990, memberPrice: 3590, stock: 10 }],
    },
  ]);
});

test('a file without the mapped columns is rejected', async () => {
  const file = write('other.csv', 'title,authors\nEmma,Jane Austen\n');
  await expect(readCsv(file, { title: { from: 'title' }, work: { from: 'ID' } })).rejects.toThrow(
    'The first line lacks the columns id;',
  );
  await expect(readCsv(file, { title: { from: 'title' } })).rejects.toThrow(
    'The mapping lacks the columns contributors, format, list_price, language.',
  );
});
