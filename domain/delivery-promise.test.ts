import { expect, test } from 'vitest';
import { DEFAULT_DISPATCH, firstDispatchDay, promiseDelivery, type DispatchCalendar } from './delivery-promise.ts';
import { DEFAULT_ZONES } from './shipping.ts';

const [peninsula, east] = DEFAULT_ZONES as [(typeof DEFAULT_ZONES)[number], (typeof DEFAULT_ZONES)[number]];

/** A time of day in Malaysia. */
const at = (day: string, time: string) => new Date(`${day}T${time}+08:00`).toISOString();
const promise = (now: string, terms: object = {}) => promiseDelivery({ ...peninsula, ...terms }, { now });
const daysOf = (now: string, terms: object = {}) => {
  const { dispatchOn, from, to } = promise(now, terms) ?? {};
  return [dispatchOn, from, to];
};

const MONDAY = '2026-11-23';

test('the minute of the cut-off belongs to the next day', () => {
  expect(promise(at(MONDAY, '14:59:59.999'))).toEqual({
    orderBy: '2026-11-23T07:00:00.000Z',
    dispatchOn: '2026-11-23',
    from: '2026-11-24',
    to: '2026-11-25',
  });
  expect(promise(at(MONDAY, '15:00:00'))).toEqual({
    orderBy: '2026-11-24T07:00:00.000Z',
    dispatchOn: '2026-11-24',
    from: '2026-11-25',
    to: '2026-11-26',
  });
});

test('the day is that of Malaysia, not of Greenwich', () => {
  expect(daysOf('2026-11-23T15:59:00Z')).toEqual(['2026-11-24', '2026-11-25', '2026-11-26']);
  expect(daysOf('2026-11-22T16:01:00Z')).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
});

test('nothing leaves or arrives at a weekend', () => {
  expect(daysOf(at('2026-11-26', '10:00'))).toEqual(['2026-11-26', '2026-11-27', '2026-11-30']);
  expect(daysOf(at('2026-11-27', '15:00'))).toEqual(['2026-11-30', '2026-12-01', '2026-12-02']);
  expect(promise(at('2026-11-28', '09:00'))?.orderBy).toBe(at('2026-11-30', '15:00'));
});

test('holidays of every year and of one day are left out', () => {
  expect(daysOf(at('2026-12-24', '15:00'))).toEqual(['2026-12-28', '2026-12-29', '2026-12-30']);
  expect(daysOf(at('2026-12-31', '10:00'))).toEqual(['2026-12-31', '2027-01-04', '2027-01-05']);
  const newYear = { ...DEFAULT_DISPATCH, holidays: ['2027-02-08', '2027-02-09'] };
  expect(daysOf(at('2027-02-05', '16:00'), { dispatch: newYear })).toEqual(['2027-02-10', '2027-02-11', '2027-02-12']);
  expect(daysOf(at('2028-02-08', '10:00'), { dispatch: newYear })[0]).toBe('2028-02-08');
});

test('a parcel takes as long as its zone says', () => {
  expect(promiseDelivery(east, { now: at(MONDAY, '10:00') })).toMatchObject({ from: '2026-11-26', to: '2026-11-30' });
  expect(daysOf(at(MONDAY, '10:00'), { transit: { from: 0, to: 0 } })).toEqual([MONDAY, MONDAY, MONDAY]);
});

test('a cut-off at midnight or at its end', () => {
  const withCutOff = (cutOff: number): { dispatch: DispatchCalendar } => ({
    dispatch: { ...DEFAULT_DISPATCH, cutOff },
  });
  expect(daysOf(at(MONDAY, '00:00'), withCutOff(0))[0]).toBe('2026-11-24');
  expect(promise(at(MONDAY, '23:59:59'), withCutOff(1440))).toMatchObject({
    dispatchOn: MONDAY,
    orderBy: at('2026-11-24', '00:00'),
  });
});

test('what waits for a later day is promised from then on, without a time to order by', () => {
  const waiting = (notBefore: string) => promiseDelivery(peninsula, { now: at(MONDAY, '10:00'), notBefore });
  expect(waiting(MONDAY)?.orderBy).toBe(at(MONDAY, '15:00'));
  expect(waiting('2026-12-05')).toEqual({ dispatchOn: '2026-12-07', from: '2026-12-08', to: '2026-12-09' });
});

test('an embargo that is known to the month ends with it', () => {
  expect(firstDispatchDay([])).toBe('');
  expect(firstDispatchDay([null, '2026-12-05', undefined])).toBe('2026-12-05');
  expect(firstDispatchDay(['2026-12', '2026-12-05'])).toBe('2027-01-01');
});

test('a shop that never dispatches promises nothing', () => {
  expect(promise(at(MONDAY, '10:00'), { dispatch: { ...DEFAULT_DISPATCH, weekdays: [] } })).toBeUndefined();
});
