import { expect, test } from 'vitest';
import { LAST_POSITION, seriesPosition, seriesProgress } from './series.ts';

test('volumes stand in the order of their numbers, those without one last', () => {
  const numbers = [null, '10', '2', 'Prologue', '2.5', '9', '0', '1', '3', '2,75'];
  const ordered = numbers.toSorted((one, other) => seriesPosition(one) - seriesPosition(other));
  expect(ordered).toEqual(['0', '1', '2', '2.5', '2,75', '3', '9', '10', null, 'Prologue']);
});

test.each([
  ['Vol. 3', 300],
  ['1-3', 100],
  ['۱۲', 1200],
  ['٢٫٥', 250],
  ['', LAST_POSITION],
])('the number %j is at %i', (number, position) => {
  expect(seriesPosition(number)).toBe(position);
});

test('no number is beyond the last place', () => {
  expect(seriesPosition('9'.repeat(40))).toBeLessThan(LAST_POSITION);
  expect(Number.isInteger(seriesPosition('9'.repeat(40)))).toBe(true);
});

const volume = (id: number, number: string, { isOwned = false, language = 'en' } = {}) => ({
  id,
  number,
  position: seriesPosition(number),
  language,
  isOwned,
});
const next = (volumes: Parameters<typeof seriesProgress>[0]) => seriesProgress(volumes).next?.id;

test('the next volume is the first missing one after the last that the reader has', () => {
  const owned = { isOwned: true };
  expect(next([volume(1, '1'), volume(2, '2', owned), volume(4, '4'), volume(3, '3')])).toBe(3);
  expect(next([volume(1, '1'), volume(2, '2', owned), volume(3, '3', owned)])).toBe(1);
  expect(next([volume(1, '1', owned), volume(2, '2', owned)])).toBeUndefined();
});

test('editions of one volume count once, and the next one is in the language of the last', () => {
  const { volumes, next: chosen } = seriesProgress([
    volume(1, '1', { isOwned: true }),
    volume(2, '1', { language: 'de' }),
    volume(3, '2', { isOwned: true, language: 'de' }),
    volume(4, '3'),
    volume(5, '3', { language: 'de' }),
  ]);
  expect(volumes.map(({ number, isOwned }) => [number, isOwned])).toEqual([
    ['1', true],
    ['2', true],
    ['3', false],
  ]);
  expect(chosen?.id).toBe(5);
});

test('what has no number is no volume', () => {
  expect(seriesProgress([volume(1, '1', { isOwned: true }), volume(2, 'Guide')]).volumes).toHaveLength(1);
});
