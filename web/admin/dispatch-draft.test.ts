import { expect, test } from 'vitest';
import { DEFAULT_DISPATCH } from '#domain/delivery-promise.ts';
import { calendarOf, dispatchDraftOf, holidaysIn } from './dispatch-draft.ts';

test('a calendar that nobody changed stays as it was read', () => {
  const { weekdays, cutOff, holidays } = DEFAULT_DISPATCH;
  const draft = dispatchDraftOf({ weekdays, cut_off: cutOff, holidays });
  expect(draft.cutOff).toBe('15:00');
  expect(calendarOf(draft)).toEqual(DEFAULT_DISPATCH);
});

test('a year has its own holidays and those of every year, in their order, and no day that it lacks', () => {
  const holidays = ['01-01', '02-29', '12-25', '2027-02-08', '2028-01-27'];
  expect(holidaysIn('2027', holidays).map(({ day }) => day)).toEqual(['2027-01-01', '2027-02-08', '2027-12-25']);
  expect(holidaysIn('2028', holidays)).toContainEqual({ day: '2028-02-29', holiday: '02-29' });
});
