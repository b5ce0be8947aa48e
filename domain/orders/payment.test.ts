import { expect, test, describe } from 'vitest';
import { paymentAttemptStatesBefore, canPayBy, isMerchantQr, paymentQr } from './payment.ts';
import fc from 'fast-check';

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
] as const)('%s accepts %d sen: %s', (method, payable, takes) => {
  expect(canPayBy(method, payable)).toBe(takes);
});

test('a payment is refunded once, and never the attempt that paid the order', () => {
  expect(paymentAttemptStatesBefore('returning')).toEqual(['open', 'closing', 'closed']);
  expect(paymentAttemptStatesBefore('returned')).toEqual(['returning']);
});

/** Made by the specification's rules: a static code of an imaginary shop. */
const SHOP =
  '00020101021126440014A00000061500010106500001021212345678901252045942' +
  '53034585802MY5907HALAMAN6012KUALA LUMPUR62110207SHOP 016304C8C7';

test('a shop’s static code is valid', () => {
  expect(isMerchantQr(SHOP)).toBe(true);
});

test('a payment code adds amount and reference to the shop’s code', () => {
  const code = paymentQr(SHOP, { amount: 10770, reference: 'BK-100023' });
  expect(code).toMatch(/^000201010212/);
  expect(code).toContain('5303458' + '5406107.70' + '5802MY');
  expect(code).toContain('6224' + '0207SHOP 01' + '0509BK-100023');
  expect(isMerchantQr(code)).toBe(true);
});

test('every amount and reference gives a valid code, also when applied twice', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.stringMatching(/^[A-Z0-9-]{1,60}$/),
      (amount, reference) => {
        const code = paymentQr(SHOP, { amount, reference });
        expect(isMerchantQr(code)).toBe(true);
        expect(paymentQr(paymentQr(SHOP, { amount: 1, reference: 'X' }), { amount, reference })).toBe(code);
      },
    ),
  );
});

describe('invalid merchant codes', () => {
  test.each([
    ['nothing', ''],
    ['an address', 'https://shop.example/pay'],
    ['a changed digit', SHOP.replace('123456789012', '123456789013')],
    ['one that is cut off', SHOP.slice(0, -1)],
    ['one without a checksum', SHOP.slice(0, -8)],
  ])('%s', (_, text) => {
    expect(isMerchantQr(text)).toBe(false);
  });
});
