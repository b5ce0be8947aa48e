import { expect, test } from 'vitest';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { keptColumns } from '../../../tests/kept-columns.ts';
import { FINISH, SCHEMA } from './index-schema.ts';
import { Links, LinksWriter } from './links.ts';
import { Statements } from './statements.ts';

test('links are found as they were written, whether or not their addresses follow from their names', () => {
  const written = [
    { slug: 'j-k-rowling', name: 'J. K. Rowling' },
    { slug: 'ann-lee-2', name: 'Ann Lee' },
    { slug: 'renamed', name: 'Émile Zola' },
    { slug: 'ann', name: 'Ann Lee' },
    { slug: 'hafez', name: 'حافظ' },
    { slug: 'ann/lee', name: 'Ann' },
    { slug: 'x', name: '…' },
  ];
  const file = new Statements(':memory:');
  file.exec(SCHEMA);
  const writer = new LinksWriter(file);
  for (const link of written) writer.add({ kind: 'author', ...link });
  file.exec(FINISH);
  const { store, column } = keptColumns();
  writer.finish(store);
  const links = new Links(file, column);
  const numbers = written.map(({ slug }) => links.number('author', slug)!);
  expect(numbers.map((number) => links.find(number))).toEqual(written);
  const folded = numbers.slice(0, -1).map((number) => links.foldedName(number));
  expect(folded).toEqual(written.slice(0, -1).map(({ name }) => foldForSearch(name)));
  file.close();
});
