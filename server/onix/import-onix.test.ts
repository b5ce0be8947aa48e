import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onixShop } from '../../tests/onix-shop.ts';
import { identifier, onixRecord, priceOf } from '../../tests/onix-writer.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { ONIX_BATCH_SIZE } from './read-batches.ts';

const { deps, run, write, importRecords, everything, variants } = await onixShop();
const { db } = deps;

const HARDBACK = '9780141395203';

test('a message becomes products, and the same message again changes nothing at all', async () => {
  const file = write({
    records: [onixRecord(), onixRecord({ reference: 'ref-2', isbn: HARDBACK, form: 'BB', price: '89.00' })],
  });
  expect((await run('import', 'onix', file)).data).toMatchObject({ read: 2, added: 2, quarantined: 0 });
  const once = await everything();
  expect(await variants()).toMatchObject([
    { isbn: '9780141439587', format: 'paperback', price: 3990, listed: true, title: 'Emma', product: 1 },
    { isbn: HARDBACK, format: 'hardback', price: 8900, listed: true, title: 'Emma', product: 1 },
  ]);
  expect((await run('import', 'onix', file)).data).toMatchObject({ read: 2, added: 0, unchanged: 2 });
  expect(await everything()).toEqual(once);
});

test('an older message never overwrites, in whatever order messages come', async () => {
  await importRecords([onixRecord({ title: 'Newer' })], { sentAt: '20261102T1200' });
  expect(await importRecords([onixRecord({ title: 'Older' })], { sentAt: '20261102T1100Z' })).toMatchObject({
    outdated: 1,
  });
  expect(await variants()).toMatchObject([{ title: 'Newer' }]);
  const numbered = (title: string, number: string) =>
    importRecords([onixRecord({ title })], { sentAt: '20261103', header: [['MessageNumber', number]] });
  await numbered('Number 8', '8');
  expect(await numbered('Number 7', '7')).toMatchObject({ outdated: 1 });
  expect(await variants()).toMatchObject([{ title: 'Number 8' }]);
});

test('what a newer message confirms is not overwritten by one in between', async () => {
  await importRecords([onixRecord()], { sentAt: '20261101' });
  expect(await importRecords([onixRecord()], { sentAt: '20261105' })).toMatchObject({ unchanged: 1 });
  expect(await importRecords([onixRecord({ title: 'Between' })], { sentAt: '20261103' })).toMatchObject({
    outdated: 1,
  });
});

test('of one reference twice in a message the later counts, also the second time', async () => {
  const file = write({ records: [onixRecord({ title: 'First' }), onixRecord({ title: 'Second' })] });
  const { data } = await run('import', 'onix', file);
  expect(data).toMatchObject({
    added: 1,
    changed: 1,
    issues: [{ kind: 'note', reason: expect.stringContaining('same reference') }],
  });
  const once = await everything();
  expect((await run('import', 'onix', file)).data).toMatchObject({ outdated: 1, unchanged: 1 });
  expect(await everything()).toEqual(once);
  expect(await variants()).toMatchObject([{ title: 'Second' }]);
});

test('records are known by sender and reference: a corrected ISBN keeps the variant', async () => {
  await importRecords([onixRecord()]);
  await importRecords([onixRecord({ isbn: HARDBACK })], { sentAt: '20261102' });
  expect(await variants()).toMatchObject([{ isbn: HARDBACK, listed: true }]);
  await importRecords([onixRecord({ reference: 'ref-1', isbn: null, title: 'Another' })], { sender: 'Other Press' });
  expect(await variants()).toHaveLength(2);
});

test('a partial update replaces only the blocks that it has', async () => {
  await importRecords([onixRecord()]);
  const update = [
    ['RecordReference', 'ref-1'],
    ['NotificationType', '04'],
    identifier('15', '9780141439587'),
    ['ProductSupply', [['SupplyDetail', [['ProductAvailability', '21'], priceOf('44.90')]]]],
  ] as const;
  expect(await importRecords([update], { sentAt: '20261102' })).toMatchObject({ changed: 1 });
  expect(await variants()).toMatchObject([{ title: 'Emma', price: 4490 }]);
  const { issues } = await importRecords([update], { sender: 'Stranger' });
  expect(issues).toMatchObject([{ kind: 'quarantined', reason: expect.stringContaining('does not have') }]);
});

test('a deletion takes the edition out of the shop, a new record brings it back', async () => {
  const deletion = [
    ['RecordReference', 'ref-1'],
    ['NotificationType', '05'],
  ] as const;
  await importRecords([onixRecord(), onixRecord({ reference: 'ref-2', isbn: HARDBACK, form: 'BB' })]);
  expect(await importRecords([deletion], { sentAt: '20261102' })).toMatchObject({ delisted: 1 });
  expect(await variants()).toMatchObject([{ listed: false, isProductListed: true }, { listed: true }]);
  await importRecords(
    [
      [
        ['RecordReference', 'ref-2'],
        ['NotificationType', '05'],
      ],
    ],
    { sentAt: '20261102' },
  );
  expect(await variants()).toMatchObject([{ listed: false, isProductListed: false }, { listed: false }]);
  expect(await db.$count(sql`search_entry`)).toBe(0);
  await importRecords([onixRecord()], { sentAt: '20261103' });
  expect(await variants()).toMatchObject([{ listed: true, isProductListed: true }, { listed: false }]);
});

test.each(['08', '09', '88', '89'])('a notification of type %s is not for the shop', async (notification) => {
  expect(await importRecords([onixRecord({ notification })])).toMatchObject({ ignored: 1, added: 0 });
  expect(await variants()).toEqual([]);
});

test('editions join by work, by relation, by title; different works of one title stay apart', async () => {
  const work = (id: string) => ({
    related: [
      [
        'RelatedWork',
        [
          ['WorkRelationCode', '01'],
          [
            'WorkIdentifier',
            [
              ['WorkIDType', '11'],
              ['IDValue', id],
            ],
          ],
        ],
      ],
    ] as const,
  });
  const editionOf = (isbn: string) => ({
    related: [['RelatedProduct', [['ProductRelationCode', '06'], identifier('15', isbn)]]] as const,
  });
  const { issues } = await importRecords([
    onixRecord({ reference: 'a', isbn: '9780141439587', title: 'Emma', ...work('W1') }),
    onixRecord({ reference: 'b', isbn: HARDBACK, title: 'Emma: annotated', ...work('W1') }),
    onixRecord({ reference: 'c', isbn: '9780140430103', title: 'Emma, an e-book', form: 'ED', ...editionOf(HARDBACK) }),
    onixRecord({ reference: 'd', isbn: '9780199535521', title: 'EMMA' }),
    onixRecord({ reference: 'e', isbn: '9780393927641', title: 'Emma', ...work('W2') }),
    onixRecord({ reference: 'f', isbn: null, title: 'Emma', author: null }),
  ]);
  expect((await variants()).map(({ product }) => product)).toEqual([1, 1, 1, 1, 2, 3]);
  expect(issues).toMatchObject([{ kind: 'review', reason: expect.stringContaining('another work') }]);
});

test('a record without a price in ringgit is kept, and sold once it has one', async () => {
  const { issues } = await importRecords([
    onixRecord({
      price: null,
      supply: [
        priceOf('9.99', [
          ['PriceType', '02'],
          ['CurrencyCode', 'GBP'],
        ]),
      ],
    }),
  ]);
  expect(issues).toMatchObject([{ kind: 'held_back', reason: expect.stringContaining('no price in MYR') }]);
  expect(await variants()).toEqual([]);
  expect(await db.$count(sql`onix_record`)).toBe(1);
  await importRecords([onixRecord()], { sentAt: '20261102' });
  expect(await variants()).toMatchObject([{ price: 3990, listed: true }]);
});

test('a title that loses its rights leaves the shop', async () => {
  await importRecords([onixRecord()]);
  const rights = [
    [
      'SalesRights',
      [
        ['SalesRightsType', '01'],
        ['Territory', [['CountriesIncluded', 'GB US']]],
      ],
    ],
  ] as const;
  await importRecords([onixRecord({ publishing: rights })], { sentAt: '20261102' });
  expect(await variants()).toMatchObject([{ listed: false }]);
});

test('an edition of another source keeps its product, its popularity and its stock', async () => {
  const emma = {
    isbn: '9780141439587',
    format: 'paperback',
    listPrice: 3000,
    memberPrice: 3000,
    stock: 7,
    pages: null,
    published: null,
  } as const;
  const facts = {
    title: 'Emma (old)',
    subtitle: '',
    language: 'en',
    description: '',
    published: null,
    publisher: '',
    imprint: '',
  };
  await importProducts(db, [
    {
      ...facts,
      contributors: [{ name: 'J. Austen', role: 'author' }],
      subjects: [],
      series: null,
      popularity: 42,
      variants: [emma],
    },
  ]);
  await importRecords([onixRecord()]);
  expect(await variants()).toMatchObject([{ title: 'Emma', price: 3990, product: 1 }]);
  const { rows } = await db.execute(sql`SELECT popularity, stock FROM product p JOIN variant v ON v.product_id = p.id`);
  expect(rows).toEqual([{ popularity: 42, stock: 7 }]);
});

test('a record that the database refuses is quarantined alone', async () => {
  await db.execute(sql`ALTER TABLE product ADD CONSTRAINT refused CHECK (title <> 'Refused')`);
  const { issues, added } = await importRecords([
    onixRecord(),
    onixRecord({ reference: 'ref-2', isbn: HARDBACK, title: 'Refused' }),
    onixRecord({ reference: 'ref-3', isbn: null, title: 'Fine' }),
  ]);
  await db.execute(sql`ALTER TABLE product DROP CONSTRAINT refused`);
  expect(added).toBe(2);
  expect(issues).toMatchObject([{ kind: 'quarantined', reference: 'ref-2' }]);
});

test('a gap in a sender’s message numbers is reported', async () => {
  const numbered = (number: string, sentAt: string) =>
    importRecords([onixRecord()], { sentAt, header: [['MessageNumber', number]] });
  expect((await numbered('3', '20261101')).issues).toEqual([]);
  expect((await numbered('4', '20261102')).issues).toEqual([]);
  expect((await numbered('7', '20261103')).issues).toMatchObject([
    { kind: 'review', reason: 'It is message 7 of Test Press, and the last one was 4: some are missing.' },
  ]);
});

const titlesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => onixRecord({ reference: `ref-${n}`, isbn: null, title: `T ${n}` }));

test('deletions at the end of a long message are counted before anything is written', async () => {
  const short = (reference: string, code: string) =>
    [
      ['RecordReference', reference],
      ['NotificationType', code],
    ] as const;
  const titles = titlesOf(40);
  await importRecords(titles);
  const ignored = Array.from({ length: ONIX_BATCH_SIZE }, (_, n) => short(`ignored-${n}`, '88'));
  const deletions = (number: number) => titles.slice(0, number).map((_, n) => short(`ref-${n}`, '05'));
  const send = (number: number) =>
    run('import', 'onix', write({ records: [...ignored, ...deletions(number)], sentAt: '20261102' }));
  await expect(send(3)).rejects.toThrow('would take 3 of its 40 listed titles out of the shop');
  expect((await variants()).filter(({ listed }) => !listed)).toEqual([]);
  expect((await send(2)).data).toMatchObject({ ignored: ONIX_BATCH_SIZE, delisted: 2 });
});

test('of a sender with very many titles, all are counted before it is asked whether some may leave', async () => {
  const titles = titlesOf(1050);
  await importRecords(titles);
  // Five percent of 20,000 are fewer than leave; of 25,000, more.
  await db.execute(sql`INSERT INTO onix_record (sender, reference, sent_at, message_hash, position, data, data_hash, identifiers, works,
      related, product_id, variant_id)
    SELECT sender, 'more-' || n, sent_at, message_hash, position, data, data_hash, '{}', '{}', '{}', product_id, variant_id
    FROM onix_record CROSS JOIN generate_series(1, 25000) AS n WHERE reference = 'ref-0'`);
  const deletions = titles
    .slice(1)
    .map((_, n) => [['RecordReference', `ref-${n + 1}`] as const, ['NotificationType', '05'] as const]);
  const sent = write({ records: deletions, sentAt: '20261102' });
  expect((await run('import', 'onix', sent)).data).toMatchObject({ delisted: 1049 });
});
