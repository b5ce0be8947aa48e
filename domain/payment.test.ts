import { expect, test } from 'vitest';
import { attemptStatesBefore, canPayBy } from './payment.ts';

test.each([
  ['fpx', 199, false],
  ['fpx', 200, true],
  ['fpx', 3_000_000, true],
  ['fpx', 3_000_001, false],
  ['card', 199, false],
  ['card', 99_999_999, true],
  ['card', 100_000_000, false],
  ['bank_transfer', 0, true],
  ['bank_transfer', 100_000_000, true],
] as const)('whether %s takes %d sen: %s', (method, payable, takes) => {
  expect(canPayBy(method, payable)).toBe(takes);
});

test('money is given back once, and never of the try that paid the order', () => {
  expect(attemptStatesBefore('returning')).toEqual(['open', 'closing', 'closed']);
  expect(attemptStatesBefore('returned')).toEqual(['returning']);
});
