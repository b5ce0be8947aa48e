import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DEFAULT_ZONES,
  amountToFreeDelivery,
  SHIPPING_UNAVAILABLE,
  shippingCost,
  findUnservedPostalCode,
  findZone,
  isPostalCodeValid,
  parsePostalCode,
  servedStates,
  stateOfPostalCode,
  unservedStates,
  type Zone,
} from './shipping.ts';

const PENINSULA = '50450';
const EAST = '93000';
const amount = fc.integer({ min: 0, max: 200_000 });
const postalCode = fc.oneof(fc.integer({ min: 0, max: 99_999 }).map(String), fc.string());

test.each([
  [PENINSULA, 0, 800],
  [PENINSULA, 130_00, 800],
  [PENINSULA, 130_01, 800],
  [PENINSULA, 130_99, 800],
  [PENINSULA, 131_00, 0],
  [PENINSULA, 701_00, 0],
  [EAST, 0, 2700],
  [EAST, 131_00, 2700],
  [EAST, 700_00, 2700],
  [EAST, 700_99, 2700],
  [EAST, 701_00, 0],
])('delivery to %s for %d sen costs %d', (zip, sen, cost) => {
  expect(shippingCost(DEFAULT_ZONES, zip, sen)).toBe(cost);
});

test.each([
  ['9999', -1],
  ['10000', 800],
  ['86900', 800],
  ['86901', -1],
  ['86999', -1],
  ['87000', 2700],
  ['98859', 2700],
  ['98860', -1],
  ['1e4', -1],
  ['010000', -1],
  ['', -1],
  ['۵۰۴۵۰', 800],
  ['٩٣٠٠٠', 2700],
])('delivery to "%s" costs %d', (zip, cost) => {
  expect(shippingCost(DEFAULT_ZONES, zip, 0)).toBe(cost);
});

test('delivery never costs more for a larger amount', () => {
  fc.assert(
    fc.property(postalCode, amount, amount, (zip, a, b) => {
      expect(shippingCost(DEFAULT_ZONES, zip, Math.max(a, b))).toBeLessThanOrEqual(
        shippingCost(DEFAULT_ZONES, zip, Math.min(a, b)),
      );
    }),
    { numRuns: 5_000 },
  );
});

test('delivery is free exactly when nothing is missing for free delivery', () => {
  fc.assert(
    fc.property(postalCode, amount, (zip, sen) => {
      const missing = amountToFreeDelivery(DEFAULT_ZONES, zip, sen);
      const cost = shippingCost(DEFAULT_ZONES, zip, sen);
      expect(missing === undefined).toBe(cost === SHIPPING_UNAVAILABLE);
      expect(missing === 0).toBe(cost === 0);
      if (missing !== undefined) expect(shippingCost(DEFAULT_ZONES, zip, sen + missing)).toBe(0);
      if (missing) expect(shippingCost(DEFAULT_ZONES, zip, sen + missing - 1)).toBeGreaterThan(0);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  [PENINSULA, 130_00, 100],
  [PENINSULA, 130_99, 1],
  [PENINSULA, 131_00, 0],
  [EAST, 131_00, 570_00],
  ['86901', 0, undefined],
])('from %s with %d sen, %s sen are missing for free delivery', (zip, sen, missing) => {
  expect(amountToFreeDelivery(DEFAULT_ZONES, zip, sen)).toBe(missing);
});

test('exactly the five-digit codes of the two ranges are valid', () => {
  const codes = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'));
  const valid = codes.filter((code) => isPostalCodeValid(DEFAULT_ZONES, code)).map(Number);
  const inRange = (number: number) => (number >= 10_000 && number <= 86_900) || (number >= 87_000 && number <= 98_859);
  expect(valid).toEqual(codes.map(Number).filter(inRange));
});

test.each(['9999', '86901', '86999', '98860', '00000', '99999'])('%s is outside the delivery zones', (zip) => {
  expect(findZone(DEFAULT_ZONES, zip)).toBeUndefined();
});

test.each([
  ['10000', 0],
  ['86900', 0],
  ['87000', 1],
  ['98859', 1],
])('%s is in zone %d', (zip, index) => {
  expect(findZone(DEFAULT_ZONES, zip)).toBe(DEFAULT_ZONES[index]);
});

test('a zone may have several ranges, and the error names a code outside them as typed', () => {
  const zones = [{ ...DEFAULT_ZONES[0]!, ranges: [...DEFAULT_ZONES[0]!.ranges, { from: 1000, to: 2999 }] }];
  expect([findZone(zones, '01000'), findZone(zones, '86900')]).toEqual([zones[0], zones[0]]);
  expect(findUnservedPostalCode(zones, '01000')).toBeUndefined();
  expect(findUnservedPostalCode(zones, '۰۵۰۰۰')).toBe('05000');
  expect(findUnservedPostalCode(zones, '5000')).toBeUndefined();
});

test.each([
  '',
  ' ',
  '1e4',
  '010000',
  '0x2710',
  '+5045',
  '-50450',
  '50450.0',
  '50 450',
  '50450-1234',
  '50450\n50450',
  '5045O',
  '𝟓𝟎𝟒𝟓𝟎',
])('%j is not a postal code', (text) => {
  expect(parsePostalCode(text)).toBeUndefined();
  expect(isPostalCodeValid(DEFAULT_ZONES, text)).toBe(false);
});

test.each([
  ['50450', '50450'],
  [' 50450\n', '50450'],
  ['۵۰۴۵۰', '50450'],
  ['٥٠٤٥٠', '50450'],
  ['۰۱۲۳۴', '01234'],
  ['٥۶٧۸٩', '56789'],
])('%j is read as %s', (text, code) => {
  expect(parsePostalCode(text)).toBe(code);
});

test('any text parses to five digits or nothing, idempotently', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0159 ۰۹٠٩e.'), maxLength: 7 }),
  );
  fc.assert(
    fc.property(text, (anything) => {
      const code = parsePostalCode(anything);
      if (code === undefined) return;
      expect(code).toMatch(/^[0-9]{5}$/);
      expect(parsePostalCode(code)).toBe(code);
    }),
    { numRuns: 5_000 },
  );
});

const NORTH: Zone = { ...DEFAULT_ZONES[0]!, name: 'North', ranges: [{ from: 1000, to: 9999 }], states: ['Kedah'] };

test.each([
  ['10050', 'Pulau Pinang'],
  ['15000', 'Kelantan'],
  ['30000', 'Perak'],
  ['39000', 'Pahang'],
  ['47301', 'Selangor'],
  ['50480', 'Kuala Lumpur'],
  ['59100', 'Kuala Lumpur'],
  ['62000', 'Putrajaya'],
  ['63000', 'Selangor'],
  ['70000', 'Negeri Sembilan'],
  ['75000', 'Melaka'],
  ['80000', 'Johor'],
  ['86900', 'Johor'],
  ['87000', 'Labuan'],
  ['88000', 'Sabah'],
  ['93350', 'Sarawak'],
  ['۵۰۴۸۰', 'Kuala Lumpur'],
])('%s is in %s', (code, state) => {
  expect(stateOfPostalCode(DEFAULT_ZONES, code)).toBe(state);
});

test.each(['', '5048', '504800', 'abcde', '00000', '99999', '01000', '05000', '86950', '98860'])(
  '“%s” is outside the delivery zones and suggests no state',
  (code) => {
    expect(stateOfPostalCode(DEFAULT_ZONES, code)).toBeUndefined();
  },
);

test('a postal code suggests only a state of its zone', () => {
  expect(stateOfPostalCode([NORTH], '05000')).toBe('Kedah');
  expect(stateOfPostalCode([NORTH], '01000')).toBe('Kedah');
  expect(stateOfPostalCode([{ ...NORTH, states: ['Johor', 'Kedah'] }], '01000')).toBeUndefined();
});

test('served and unserved states together are all states', () => {
  expect(unservedStates(DEFAULT_ZONES)).toEqual(['Kedah', 'Perlis']);
  expect(servedStates(DEFAULT_ZONES)).toHaveLength(14);
  expect(servedStates([...DEFAULT_ZONES, NORTH])).toContain('Kedah');
  expect(servedStates([{ ...NORTH, states: ['Elsewhere', 'Kedah'] }])).toEqual(['Kedah', 'Elsewhere']);
});
