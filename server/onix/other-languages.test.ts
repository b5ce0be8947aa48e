import { expect, test } from 'vitest';
import { onixShop } from '../../tests/onix-shop.ts';
import { contributor, identifier, onixRecord, type OnixNode } from '../../tests/onix-writer.ts';
import { findProduct } from '../catalogue/product-details.ts';

const { deps, importRecords, variants } = await onixShop();
const { db } = deps;

const GERMAN = '9783161484100';
const relatedTo = (code: string, isbn: string): OnixNode => [
  'RelatedProduct',
  [['ProductRelationCode', code], identifier('15', isbn)],
];
const WORK: OnixNode = [
  'RelatedWork',
  [
    ['WorkRelationCode', '01'],
    [
      'WorkIdentifier',
      [
        ['WorkIDType', '11'],
        ['IDValue', 'A02'],
      ],
    ],
  ],
];

/** The one product of a title. */
async function productOf(title: string) {
  const ids = new Set((await variants()).flatMap((one) => (one.title === title ? one.product : [])));
  expect(ids.size).toBe(1);
  return (await findProduct(db, [...ids][0]!))!;
}

const titlesOf = async (title: string) => (await productOf(title)).editions.map((one) => one.title).toSorted();

test('editions in another language are products of their own that name each other', async () => {
  await importRecords([
    onixRecord({ reference: 'en', title: 'The Trial', related: [WORK] }),
    onixRecord({ reference: 'de', title: 'Der Prozess', isbn: GERMAN, language: 'ger', related: [WORK] }),
    onixRecord({
      reference: 'hb',
      title: 'The Trial',
      isbn: null,
      form: 'BB',
      related: [relatedTo('06', '9780141439587')],
    }),
    onixRecord({
      reference: 'fr',
      title: 'Le Procès',
      isbn: null,
      language: 'fre',
      related: [relatedTo('11', GERMAN)],
    }),
  ]);
  expect(await variants()).toHaveLength(4);
  expect(await titlesOf('The Trial')).toEqual(['Der Prozess']);
  expect(await titlesOf('Der Prozess')).toEqual(['Le Procès', 'The Trial']);
  expect(await titlesOf('Le Procès')).toEqual(['Der Prozess']);
});

test('the biography of the newest message stays, also where an older one comes later', async () => {
  const record = (reference: string, text: string) =>
    onixRecord({
      reference,
      isbn: null,
      title: reference,
      author: null,
      descriptive: [contributor('A01', 'Ann Ash', [['BiographicalNote', text]])],
    });
  await importRecords([record('one', 'Newer.')], { sentAt: '20261103' });
  await importRecords([record('two', 'Older.')], { sentAt: '20261101', sender: 'Other' });
  expect((await productOf('two')).contributors).toMatchObject([{ name: 'Ann Ash', biography: 'Newer.' }]);
  await importRecords([record('two', 'Newest.')], { sentAt: '20261105', sender: 'Other' });
  expect((await productOf('one')).contributors).toMatchObject([{ biography: 'Newest.' }]);
});
