import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const folder = mkdtempSync(join(tmpdir(), 'halaman-csv-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = 'isbn,title,contributors,format,list_price,member_price,stock,language,published,subjects,pages,work';
const EMMA = '9780141439587,Emma,Jane Austen (author),paperback,39.90,35.90,7,en,1815-12-23,FBC;FR,474,';

function read(text: string | Buffer, mapping?: Parameters<typeof readCsv>[1]) {
  const file = join(folder, 'books.csv');
  writeFileSync(file, text);
  return readCsv(file, mapping);
}

/** Why the one row, made from a good one by changing some cells, is not taken. */
async function reasonFor(cells: Record<string, string>): Promise<string | undefined> {
  const row = EMMA.split(',').map((cell, index) => cells[HEADER.split(',')[index]!] ?? cell);
  const { rejected } = await read(`${HEADER}\n${row.join(',')}\n`);
  return rejected[0]?.reason;
}

test('a row becomes a title with one edition, prices in sen', async () => {
  const { titles, rejected, noted } = await read(`${HEADER}\n${EMMA}\n`);
  expect(rejected).toEqual([]);
  expect(noted).toEqual([]);
  expect(titles).toEqual([
    {
      title: 'Emma',
      subtitle: '',
      contributors: [{ name: 'Jane Austen', role: 'author' }],
      language: 'en',
      description: '',
      publisher: '',
      imprint: '',
      subjects: ['FBC', 'FR'],
      series: null,
      popularity: 0,
      published: '1815-12-23',
      editions: [
        {
          isbn: '9780141439587',
          format: 'paperback',
          listPrice: 3990,
          memberPrice: 3590,
          stock: 7,
          pages: 474,
          published: '1815-12-23',
        },
      ],
    },
  ]);
});

test('columns come in any order and writing, after a byte order mark, among unknown ones', async () => {
  const { titles } = await read(
    '\uFEFFLanguage, Format ,colour,LIST_PRICE,title,contributors\r\nEN-us,hardback,red,5,Emma,Jane Austen\r\n',
  );
  expect(titles[0]).toMatchObject({
    title: 'Emma',
    language: 'en-US',
    contributors: [{ name: 'Jane Austen', role: 'author' }],
  });
  expect(titles[0]!.editions[0]).toMatchObject({ isbn: null, listPrice: 500, memberPrice: 500, stock: 0, pages: null });
});

test('rows of one title join, by title and first contributor, with the earliest date', async () => {
  const { titles } = await read(
    'title,contributors,format,list_price,language,published,subtitle,publisher\n' +
      'Emma,Jane Austen,hardback,59,en,2003,,\n' +
      'Persuasion,Jane Austen,paperback,39,en,,,\n' +
      'EMMA,"Jane Austen; A. Nother (editor)",paperback,39,en,1815-12,A novel,John Murray\n',
  );
  expect(titles.map((title) => title.title)).toEqual(['Emma', 'Persuasion']);
  expect(titles[0]).toMatchObject({ published: '1815-12', subtitle: 'A novel', publisher: 'John Murray' });
  expect(titles[0]!.editions.map((edition) => edition.published)).toEqual(['2003', '1815-12']);
});

test('the work column joins rows whatever they are called', async () => {
  const { titles } = await read(
    'work,title,contributors,format,list_price,language\nw1,Emma,A,hardback,59,en\nw1,Emma!,B,paperback,39,en\nw2,Emma,A,paperback,39,en\n',
  );
  expect(titles.map(({ work, editions }) => [work, editions.length])).toEqual([
    ['w1', 2],
    ['w2', 1],
  ]);
});

test.each([
  [{ title: '' }, 'The title is missing.'],
  [{ title: 'x'.repeat(501) }, 'The title has more than 500 characters.'],
  [{ contributors: ' ; ' }, 'There is no contributor.'],
  [{ contributors: '' }, 'There is no contributor.'],
  [{ format: '' }, 'The format is missing.'],
  [{ format: 'scroll' }, expect.stringContaining('The format "scroll" is none of paperback, hardback')],
  [{ list_price: '' }, 'The list price is missing.'],
  [{ list_price: '0.00' }, expect.stringContaining('The list price "0.00" is not an amount in RM above 0')],
  [{ list_price: '39.905' }, expect.stringContaining('"39.905" is not an amount')],
  [{ list_price: '1000000' }, expect.stringContaining('"1000000" is not an amount')],
  [{ list_price: '-5' }, expect.stringContaining('"-5" is not an amount')],
  [{ member_price: 'cheap' }, expect.stringContaining('The member price "cheap" is not an amount')],
  [{ stock: '-1' }, expect.stringContaining('The stock "-1" is not a whole number')],
  [{ stock: '1.5' }, expect.stringContaining('The stock "1.5" is not a whole number')],
  [{ isbn: '9780141439588' }, '"9780141439588" is not a valid ISBN.'],
  [{ published: '23.12.1815' }, expect.stringContaining('is not YYYY, YYYY-MM or YYYY-MM-DD')],
  [{ published: '1815-02-30' }, expect.stringContaining('is not YYYY')],
  [{ published: '1815-13' }, expect.stringContaining('is not YYYY')],
  [{ language: '' }, 'The language is missing.'],
  [{ language: 'english' }, 'The language "english" is not BCP 47, such as en or pt-BR.'],
  [{ title: '', stock: 'many' }, 'The title is missing. The stock "many" is not a whole number from 0 to 999999999.'],
])('a row with %j is set aside with a reason', async (cells, reason) => {
  expect(await reasonFor(cells)).toEqual(reason);
});

test('what may be empty or written otherwise is taken', async () => {
  for (const cells of [
    { isbn: '' },
    { isbn: '0-14-143958-0' },
    { published: '' },
    { published: '1815' },
    { stock: '' },
    { pages: '0' },
    { subjects: '' },
  ])
    expect(await reasonFor(cells), JSON.stringify(cells)).toBeUndefined();
});

test('an ISBN-10 becomes its ISBN-13', async () => {
  const { titles } = await read(`${HEADER}\n${EMMA.replace('9780141439587', '0-14-143958-0')}\n`);
  expect(titles[0]!.editions[0]!.isbn).toBe('9780141439587');
});

test('a member price above the list price is cut to it and noted', async () => {
  const { titles, rejected, noted } = await read(`${HEADER}\n${EMMA.replace('35.90', '45')}\n`);
  expect(titles[0]!.editions[0]).toMatchObject({ listPrice: 3990, memberPrice: 3990 });
  expect(rejected).toEqual([]);
  expect(noted).toEqual([
    { line: 2, title: 'Emma', reason: 'The member price RM 45.00 is above the list price; it was cut to RM 39.90.' },
  ]);
});

test('of two rows with the same ISBN the later is taken, and both are named', async () => {
  const { titles, rejected } = await read(`${HEADER}\n${EMMA}\n${EMMA.replace('Emma', 'Emma again')}\n`);
  expect(titles.map((title) => title.title)).toEqual(['Emma again']);
  expect(rejected).toEqual([
    { line: 2, title: 'Emma', reason: 'ISBN 9780141439587 is on line 2 and again on line 3; line 3 is taken.' },
  ]);
});

test('of two rows for one format without an ISBN the later is taken', async () => {
  const bare = EMMA.replace('9780141439587', '');
  const { titles, rejected } = await read(`${HEADER}\n${bare}\n${bare.replace(',7,', ',9,')}\n`);
  expect(titles[0]!.editions).toMatchObject([{ stock: 9 }]);
  expect(rejected[0]!.reason).toBe(
    'A paperback of this title without an ISBN is on line 2 and again on line 3; line 3 is taken.',
  );
});

test('rows are named by the line on which they begin, also after line breaks within cells', async () => {
  const rows = [
    '"One\r\nand a half",A,paperback,1,en',
    '',
    '"Two\r\nmore\r\nlines",A,paperback,no,en',
    'Three,A,paperback,no,en',
  ];
  const { rejected } = await read(['title,contributors,format,list_price,language', ...rows, ''].join('\r\n'));
  expect(rejected.map((row) => row.line)).toEqual([5, 8]);
});

test('a row with too many or too few cells is set aside', async () => {
  const { titles, rejected } = await read(`${HEADER}\n${EMMA},more\n9780141439587,Emma\n${EMMA}\n`);
  expect(titles).toHaveLength(1);
  expect(rejected.map((row) => row.line)).toEqual([2, 3]);
  expect(rejected[0]!.reason).toBe("It does not have the header's 12 cells; a comma or a quote may be missing.");
});

test('the apostrophe that export puts before a formula is taken away, control characters too', async () => {
  const { titles } = await read(
    "title,contributors,format,list_price,language\n'=1+1,A,paperback,1,en\n''@x,'Abd,paperback,1,en\nNul\0l,A,paperback,1,en\n",
  );
  expect(titles.map((title) => title.title)).toEqual(['=1+1', "'@x", 'Null']);
  expect(titles[1]!.contributors[0]!.name).toBe("'Abd");
});

test('a file in another encoding is not taken for UTF-8', async () => {
  const { titles, rejected } = await read(Buffer.from(`${HEADER}\n${EMMA.replace('Emma', 'Émile')}\n`, 'latin1'));
  expect(titles).toEqual([]);
  expect(rejected[0]!.reason).toBe('The title holds a broken character; the file must be UTF-8.');
});

test.each([
  ['', /books\.csv is empty\.$/],
  [
    'title,contributors,format\n',
    /^The first line lacks the columns list_price, language; cells are separated by commas\.$/,
  ],
  ['title;contributors;format;list_price;language\n', /lacks the columns title, contributors/],
  ['title,contributors,format,list_price,language,Title\n', /^The first line has the column title twice\.$/],
  [
    'title,contributors,format,list_price,language\n"Emma,A,paperback,1,en\n',
    /books\.csv cannot be read from line 2 on: a quote/,
  ],
])('a file that cannot be read as a whole is refused in one sentence: %j', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

test('a file that is not there is named', async () => {
  await expect(readCsv(join(folder, 'none.csv'))).rejects.toThrow(`There is no file ${join(folder, 'none.csv')}.`);
  await expect(readCsv(folder)).rejects.toThrow(/cannot be read \(EISDIR\)\.$/);
});
