import { expect, test } from 'vitest';
import {
  ALL_FORMATS,
  PHYSICAL_FORMATS,
  DIGITAL_FORMATS,
  isBookFormat,
  isSellableFormat,
  isSubject,
  nearestSubject,
  parentSubject,
  SUBJECT_TREE,
  type TopSubject,
  type SubjectCode,
  isLowStock,
} from './product.ts';
import * as fc from 'fast-check';

test('printed books and discs are sold, digital formats are only shown', () => {
  expect(ALL_FORMATS.filter(isSellableFormat)).toEqual(PHYSICAL_FORMATS);
  expect(DIGITAL_FORMATS.some(isSellableFormat)).toBe(false);
});

test('every format is listed once and known', () => {
  expect(new Set(ALL_FORMATS).size).toBe(ALL_FORMATS.length);
  expect(ALL_FORMATS.every(isBookFormat)).toBe(true);
});

test.each(['', 'Paperback', 'pdf', 'length', 'toString'])('%j is not a format', (text) => {
  expect(isBookFormat(text)).toBe(false);
});

const shelves = Object.keys(SUBJECT_TREE) as TopSubject[];
const codes: SubjectCode[] = [...shelves, ...shelves.flatMap((shelf) => SUBJECT_TREE[shelf])];

test('every code has one place in the tree', () => {
  expect(new Set(codes).size).toBe(codes.length);
});

test('every code is a subject below its top-level subject, and its own nearest one', () => {
  for (const shelf of shelves) {
    expect(parentSubject(shelf)).toBeUndefined();
    for (const code of SUBJECT_TREE[shelf]) expect(parentSubject(code)).toBe(shelf);
  }
  expect(codes.every(isSubject)).toBe(true);
  expect(codes.map(nearestSubject)).toEqual(codes);
});

test.each([
  ['FMB', 'FM'],
  ['FBAN', 'FBA'],
  ['FZ', 'F'],
  ['DNBA', 'DNB'],
  ['NHTB', 'NH'],
  ['QDTS', 'QD'],
  ['XQG', 'XQ'],
])('the feed’s code %s maps to %s', (code, subject) => {
  expect(nearestSubject(code)).toBe(subject);
});

test.each(['', 'X', '1KBB', '5AX', 'fmb', ' F', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  '%j maps to no subject',
  (code) => {
    expect(isSubject(code)).toBe(false);
    expect(nearestSubject(code)).toBeUndefined();
  },
);

test('a longer code stays within its top-level subject', () => {
  const tail = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...codes), tail, (code, more) => {
      const nearest = nearestSubject(code + more);
      expect(nearest?.startsWith(code)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('one to three copies are few, zero is not', () => {
  expect([0, 1, 3, 4].map(isLowStock)).toEqual([false, true, true, false]);
});
