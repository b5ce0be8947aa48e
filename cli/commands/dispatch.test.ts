import { expect, test } from 'vitest';
import { DEFAULT_DISPATCH } from '#domain/delivery-promise.ts';
import { findDispatchCalendar, listZones } from '../../server/delivery/zones.ts';
import { testShop } from '../../tests/database.ts';
import { commandsIn } from '../../tests/run-command.ts';

const shop = await testShop();
const run = commandsIn(shop);
const { db } = shop.deps;

test('a new shop dispatches from Monday to Friday until three o’clock', async () => {
  expect(await findDispatchCalendar(db)).toEqual(DEFAULT_DISPATCH);
  expect((await run('dispatch', 'show')).text).toMatch(/mon, tue, wed, thu, fri[^]*15:00[^]*12-25/);
});

test('days, cut-off and holidays are changed for every zone, and nothing else of the calendar', async () => {
  await run('dispatch', 'set', '--days', 'Sat,mon', '--cut-off', '09:30');
  await run('holiday', 'add', '2027-02-08');
  await run('holiday', 'add', '2027-02-08');
  await run('holiday', 'remove', '12-25');
  const dispatch = { weekdays: [1, 6], cutOff: 570, holidays: ['01-01', '05-01', '08-31', '09-16', '2027-02-08'] };
  expect((await listZones(db)).map((zone) => zone.dispatch)).toEqual([dispatch, dispatch]);
  await run('zone', 'set', 'east', '--days', '4-6');
  expect((await listZones(db))[1]!.transit).toEqual({ from: 4, to: 6 });
});

test('changes at once are all kept', async () => {
  const days = ['2028-01-10', '2028-01-11', '2028-01-12', '2028-01-13'];
  await Promise.all(days.map((day) => run('holiday', 'add', day)));
  expect((await findDispatchCalendar(db)).holidays).toEqual(expect.arrayContaining(days));
});

test.each([
  [['dispatch', 'set', '--days', 'mon,funday'], '--days takes some of mon'],
  [['dispatch', 'set', '--cut-off', '25:00'], '--cut-off takes a time such as 15:00'],
  [['holiday', 'add', '2027-02-30'], 'DAY takes one day'],
  [['holiday', 'add', '13-01'], 'DAY takes one day'],
  [['holiday', 'remove', '07-07'], 'There is no holiday 07-07.'],
  [['zone', 'set', 'east', '--days', '5-3'], '--days takes days such as 2 or 1-2'],
])('%j is rejected, and nothing changes', async (argv, sentence) => {
  const before = [await findDispatchCalendar(db), await listZones(db)];
  await expect(run(...argv)).rejects.toThrow(sentence);
  expect([await findDispatchCalendar(db), await listZones(db)]).toEqual(before);
});
