import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixRecord, type OnixNode } from '../../tests/onix-writer.ts';

const { importRecords, variants, pool } = await onixShop();

const [ISBN, OTHER] = ['9780141439587', '9780141439662'];

const related: readonly OnixNode[] = [
  [
    'RelatedWork',
    [
      ['WorkRelationCode', '01'],
      [
        'WorkIdentifier',
        [
          ['WorkIDType', '11'],
          ['IDValue', 'W1'],
        ],
      ],
    ],
  ],
];
const emma = (told: Parameters<typeof onixRecord>[0] = {}) => onixRecord({ reference: 'emma', ...told });
const hardback = onixRecord({ reference: 'hardback', form: 'BB', title: 'Persuasion', related });
const persuasion = [
  { isbn: null, format: 'paperback', title: 'Persuasion', listed: true },
  { isbn: ISBN, format: 'hardback', title: 'Persuasion', listed: true },
];
const inOrder = async () => (await variants()).toSorted((a, b) => (a.isbn ?? '').localeCompare(b.isbn ?? ''));

/** Persuasion, and Emma with the ISBN that Persuasion's hardback is to get. */
const begin = () =>
  importRecords([onixRecord({ reference: 'paperback', isbn: null, title: 'Persuasion', related }), emma()]);

test('an ISBN may go to a record of another title while the one that had it gets a new one', async () => {
  await begin();
  await importRecords([emma({ isbn: OTHER }), hardback], { sentAt: '20261102' });
  const renumbered = { isbn: OTHER, format: 'paperback', title: 'Emma', listed: true };
  expect(await inOrder()).toMatchObject([...persuasion, renumbered]);
});

test('a record whose ISBN went to another one takes it back by that ISBN only', async () => {
  await begin();
  await importRecords([emma({ isbn: OTHER, price: null }), hardback], { sentAt: '20261102' });
  expect(await inOrder()).toMatchObject(persuasion);
  await importRecords([emma({ isbn: OTHER })], { sentAt: '20261103' });
  expect(await inOrder()).toMatchObject([...persuasion, { isbn: OTHER, title: 'Emma', listed: true }]);
});

test('of two titles’ records with one ISBN the later is sold, whichever title came first', async () => {
  await importRecords([onixRecord({ reference: 'other', isbn: OTHER, title: 'Persuasion' }), emma()]);
  const { issues } = await importRecords([onixRecord({ reference: 'other', title: 'Persuasion' })], {
    sentAt: '20261102',
  });
  expect(issues).toMatchObject([{ kind: 'review', reason: expect.stringContaining('the later one is used') }]);
  const listed = async () => (await variants()).filter((one) => one.listed);
  expect(await listed()).toMatchObject([{ isbn: ISBN, title: 'Persuasion', product: 1 }]);
  await importRecords([emma({ price: '42.90' })], { sentAt: '20261103' });
  expect(await listed()).toMatchObject([{ isbn: ISBN, title: 'Emma', product: 2, price: 4290 }]);
});

test('what earlier versions left is mended: records that name variants which others took', async () => {
  await importRecords([onixRecord({ reference: 'other', isbn: OTHER, title: 'Persuasion' }), emma()]);
  const links = async () => (await pool.query('SELECT reference, variant_id FROM onix_record ORDER BY 1')).rows;
  const right = await links();
  const migration = join(import.meta.dirname, '../db/migrations/0544_unlink_records_of_taken_variants.sql');
  const mend = () => pool.query(readFileSync(migration, 'utf8'));
  await mend();
  expect(await links()).toEqual(right);
  await pool.query(`UPDATE onix_record SET variant_id = ${right[1].variant_id} WHERE reference = 'emma'`);
  await mend();
  expect(await links()).toEqual([{ reference: 'emma', variant_id: null }, right[1]]);
});
