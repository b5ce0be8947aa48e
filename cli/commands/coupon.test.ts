import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { coupon } from '../../server/db/tables.ts';
import { seedDemo } from '../../server/demo/seed-demo.ts';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
await seedDemo(shop.deps);
const run = commandsIn(shop);
const { db } = shop.deps;

test('coupons are listed with their discount and state', async () => {
  const { data, text } = await run('coupon', 'list');
  expect(data).toContainEqual(
    expect.objectContaining({ code: 'WELCOME10', state: 'running', percent: 10, per_unit: null }),
  );
  expect(data).toContainEqual(expect.objectContaining({ code: 'BIG200', per_unit: 20, minimum_total: 200 }));
  expect(data).toContainEqual(expect.objectContaining({ code: 'EXPIRED', state: 'ended' }));
  expect(text).toContain('RM 20.00 a copy');
});

test('a coupon is created with its terms, and ended', async () => {
  const typed = ['coupon', 'create', 'rain-12', '--percent', '12.5', '--subject', 'fbc', '--minimum', '40'];
  const { text, data } = await run(...typed, '--uses', '7', '--uses-per-customer', '1', '--from', '2026-01-01');
  expect(text).toBe('Created the coupon RAIN-12.');
  expect(data).toMatchObject({
    code: 'RAIN-12',
    percent: 12.5,
    scope: 'subject',
    covers: 'FBC',
    minimum_total: 40,
    state: 'running',
  });
  const [row] = await db.select().from(coupon).where(eq(coupon.code, 'RAIN-12'));
  expect(row).toMatchObject({ value: 1250, maxUses: 7, maxUsesPerCustomer: 1 });
  expect(row!.startsAt.toISOString()).toBe('2025-12-31T16:00:00.000Z');
  await expect(run(...typed)).rejects.toThrow('The code RAIN-12 is taken.');
  expect((await run('coupon', 'end', 'rain-12')).data).toMatchObject({ state: 'ended' });
  expect((await run('coupon', 'end', 'RAIN-12')).text).toContain('had already ended');
  await expect(run('coupon', 'end', 'NONE')).rejects.toThrow('There is no coupon NONE.');
});

test.each([
  [['A1'], 'A code has 3 to 64'],
  [['BAD CODE'], 'A code has 3 to 64'],
  [['FINE'], 'Give either --percent or --amount.'],
  [['FINE', '--percent', '5', '--amount', '5'], 'Give either --percent or --amount.'],
  [['FINE', '--percent', '0'], 'more than 0 and at most 100'],
  [['FINE', '--percent', '100.5'], 'more than 0 and at most 100'],
  [['FINE', '--amount', '4.999'], '--amount must be an amount in RM'],
  [['FINE', '--amount', '5', '--uses', '0'], '--uses must be a whole number'],
  [['FINE', '--amount', '5', '--subject', 'ZZZ'], 'There is no subject ZZZ'],
  [['FINE', '--amount', '5', '--from', 'tomorrow'], '--from must be a day'],
  [['FINE', '--amount', '5', '--from', '2026-05-02', '--until', '2026-05-01'], '--until must be later than the start'],
])('coupon create %j is rejected in one sentence', async (words, sentence) => {
  await expect(run('coupon', 'create', ...words)).rejects.toThrow(sentence);
  expect(await db.$count(coupon, eq(coupon.code, 'FINE'))).toBe(0);
});

test('a delivery zone is created, changed by its given options, listed and removed', async () => {
  await expect(run('zone', 'set', 'North', '--cost', '12')).rejects.toThrow('A new zone needs --codes.');
  const options = [
    '--codes',
    '01000-02999, 05000-09999',
    '--cost',
    '12',
    '--free-from',
    '200',
    '--states',
    'perlis, Kedah',
  ];
  expect((await run('zone', 'set', 'North', ...options)).text).toBe('The zone North applies from the next order on.');
  await run('zone', 'set', 'North', '--cost', '9.50');
  const north = { name: 'North', cost: 950, freeFrom: 200_00, states: ['Perlis', 'Kedah'] };
  expect((await run('zone', 'list')).data).toMatchObject([north, { name: 'peninsula' }, { name: 'east' }]);
  expect((await run('zone', 'list')).text).toContain('01000–02999, 05000–09999');
  await run('zone', 'remove', 'North');
  await expect(run('zone', 'remove', 'North')).rejects.toThrow('There is no zone North.');
});

test.each([
  ['--codes', '1000-2999', '--codes takes postal codes of five digits'],
  ['--codes', '02999-01000', '--codes takes postal codes of five digits'],
  ['--codes', '01000-02000-03000', '--codes takes postal codes of five digits'],
  ['--codes', '10000', 'A postal code cannot be in two zones or ranges'],
  ['--cost', '1.234', '--cost must be an amount in RM'],
  ['--free-from', 'never', '--free-from must be an amount in RM'],
  ['--states', 'Kedha', '--states takes some of Johor, Kedah'],
])('a zone with %s %s is rejected, and nothing changes', async (name, value, sentence) => {
  const before = (await run('zone', 'list')).data;
  await expect(run('zone', 'set', 'east', name, value)).rejects.toThrow(sentence);
  expect((await run('zone', 'list')).data).toEqual(before);
});
