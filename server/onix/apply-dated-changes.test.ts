import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { makeOrder } from '../../tests/factories.ts';
import { onixShop } from '../../tests/onix-shop.ts';
import { onixRecord as recordOf, priceOf, type OnixNode } from '../../tests/onix-writer.ts';
import { buildApp } from '../app.ts';
import { onixRecord, orderLine, searchEntry, variant } from '../db/tables.ts';
import { applyDatedChanges } from './apply-dated-changes.ts';

const shop = await onixShop();
const { deps, importRecords } = shop;
const { db } = deps;
const { app } = await buildApp(deps);
afterAll(() => app.close());

const failed: string[] = [];
const apply = (today: string) =>
  applyDatedChanges(shop.connect, { today, onError: ({ message }) => failed.push(message) });
const offers = () =>
  db
    .select({ list: variant.listPrice, member: variant.memberPrice, isListed: variant.isListed })
    .from(variant)
    .orderBy(variant.id);
const nextChanges = async () =>
  (await db.select({ on: onixRecord.nextChangeOn }).from(onixRecord).orderBy(onixRecord.id)).map(({ on }) => on);

/** A price in ringgit from one day (list 173, role 14) until another (15). */
const dated = (amount: string, dates: Record<string, string>, more: readonly OnixNode[] = []) =>
  priceOf(amount, [
    ['PriceType', '02'],
    ['CurrencyCode', 'MYR'],
    ...more,
    ...Object.entries(dates).map(([role, date]): OnixNode => [
      'PriceDate',
      [
        ['PriceDateRole', role],
        ['Date', date],
      ],
    ]),
  ]);

test('a price takes effect on the day on which it begins, and not before', async () => {
  await importRecords([recordOf({ price: '39.90', supply: [dated('45.00', { '14': '20980501' })] })]);
  expect(await nextChanges()).toEqual(['2098-05-01']);
  expect(await apply('2098-04-30')).toBe(0);
  expect(await offers()).toMatchObject([{ list: 3990, member: 3990 }]);
  expect(await apply('2098-05-01')).toBe(1);
  expect(await offers()).toMatchObject([{ list: 4500, member: 4500 }]);
  expect(await db.select({ list: searchEntry.listPrice }).from(searchEntry)).toEqual([{ list: 4500 }]);
  expect(await nextChanges()).toEqual([null]);
  expect(await apply('2098-05-02')).toBe(0);
});

test('a price for a period begins and ends, each on its day, also when the shop was closed on the first', async () => {
  const sale = dated('29.90', { '24': '2098120120981231' });
  await importRecords([recordOf({ price: '39.90', supply: [sale] }), recordOf({ reference: 'other', isbn: null })]);
  expect(await apply('2098-12-03')).toBe(1);
  expect(await offers()).toMatchObject([{ list: 2990 }, { list: 3990 }]);
  expect(await nextChanges()).toEqual(['2099-01-01', null]);
  expect(await apply('2099-01-01')).toBe(1);
  expect(await offers()).toMatchObject([{ list: 3990 }, { list: 3990 }]);
});

test('a title without a price today comes into the shop with its price, and goes with its end', async () => {
  await importRecords([recordOf({ price: null, supply: [dated('39.90', { '14': '209805', '15': '209806' })] })]);
  expect(await offers()).toEqual([]);
  expect(await apply('2098-05-01')).toBe(1);
  expect(await offers()).toMatchObject([{ list: 3990, isListed: true }]);
  expect(await apply('2098-07-01')).toBe(1);
  expect(await offers()).toMatchObject([{ isListed: false }]);
  expect(await db.$count(searchEntry)).toBe(0);
});

test('the end of an embargo and the day of publication are days of change', async () => {
  const date = (role: string, day: string): OnixNode => [
    'PublishingDate',
    [
      ['PublishingDateRole', role],
      ['Date', day],
    ],
  ];
  await importRecords([recordOf({ publishing: [date('02', '20980401'), date('01', '20980415'), date('19', '2097')] })]);
  expect(await nextChanges()).toEqual(['2098-04-01']);
  expect(await apply('2098-04-01')).toBe(1);
  expect(await nextChanges()).toEqual(['2098-04-15']);
});

test('a newer message after the change is not outdated, and an older one still is', async () => {
  const price = { supply: [dated('45.00', { '14': '20980501' })] };
  await importRecords([recordOf(price)], { sentAt: '20261102' });
  await apply('2098-05-01');
  expect(await importRecords([recordOf(price)], { sentAt: '20261101' })).toMatchObject({ outdated: 1 });
  expect(await importRecords([recordOf({ price: '50.00' })], { sentAt: '20261103' })).toMatchObject({ changed: 1 });
  expect(await offers()).toMatchObject([{ list: 5000 }]);
  expect(await nextChanges()).toEqual([null]);
});

test('a deleted record does not come back with its price', async () => {
  await importRecords([recordOf({ supply: [dated('45.00', { '14': '20980501' })] })]);
  const deletion: OnixNode[] = [
    ['RecordReference', 'ref-1'],
    ['NotificationType', '05'],
  ];
  await importRecords([deletion], { sentAt: '20261102' });
  expect(await apply('2098-05-01')).toBe(0);
  expect(await offers()).toMatchObject([{ isListed: false }]);
});

test('several servers at once apply each record once, in batches', async () => {
  const records = Array.from({ length: 60 }, (_, index) =>
    recordOf({
      reference: `ref-${index}`,
      isbn: null,
      title: `Title ${index}`,
      supply: [dated('45.00', { '14': '20980501' })],
    }),
  );
  await importRecords(records);
  const applied = await Promise.all([apply('2098-05-01'), apply('2098-05-01'), apply('2098-05-01')]);
  expect(applied.reduce((sum, one) => sum + one, 0)).toBe(60);
  expect(new Set((await offers()).map(({ list }) => list))).toEqual(new Set([4500]));
});

test('a record that the database refuses is reported and tried again the next day, the others are applied', async () => {
  await importRecords([
    recordOf({ supply: [dated('45.00', { '14': '20980501' })] }),
    recordOf({ reference: 'bad', isbn: null, title: 'Bad', supply: [dated('45.00', { '14': '20980501' })] }),
  ]);
  await db.execute(sql`UPDATE ${onixRecord} SET data = jsonb_set(data, '{supply,0,prices,1,amount}', '4500.5')
    WHERE reference = 'bad'`);
  expect(await apply('2098-05-01')).toBe(1);
  expect(failed).toEqual([expect.stringContaining('cannot be applied')]);
  expect(await nextChanges()).toEqual([null, '2098-05-02']);
});

test('an order keeps the price at which it was placed', async () => {
  await importRecords([recordOf({ price: '39.90', supply: [dated('45.00', { '14': '20980501' })] })]);
  const [sold] = await db.select().from(variant);
  const { id, listPrice, memberPrice, productId } = sold!;
  await db.update(variant).set({ stock: 5 }).where(eq(variant.id, id));
  const title = { id: productId, vid: id, variants: [{ id, listPrice, memberPrice }], listPrice, memberPrice };
  const placed = await makeOrder({ deps, app }, { lines: [title], state: 'placed' });
  await apply('2098-05-01');
  expect(await offers()).toMatchObject([{ list: 4500 }]);
  const [line] = await db.select().from(orderLine).where(eq(orderLine.orderId, placed.id));
  expect(line).toEqual(placed.lines[0]);
  expect(line).toMatchObject({ unitPrice: 3990 });
});
