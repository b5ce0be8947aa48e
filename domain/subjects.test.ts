import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSubject, nearestSubject, shelfOf, SHELVES, type Shelf, type SubjectCode } from './subjects.ts';

const shelves = Object.keys(SHELVES) as Shelf[];
const codes: SubjectCode[] = [...shelves, ...shelves.flatMap((shelf) => SHELVES[shelf])];

test('every code stands in one place', () => {
  expect(new Set(codes).size).toBe(codes.length);
});

test('every code is a subject, below its shelf, and nearest to itself', () => {
  for (const shelf of shelves) {
    expect(shelfOf(shelf)).toBeUndefined();
    for (const code of SHELVES[shelf]) expect(shelfOf(code)).toBe(shelf);
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
])('the feed’s code %s stands at %s', (code, subject) => {
  expect(nearestSubject(code)).toBe(subject);
});

test.each(['', 'X', '1KBB', '5AX', 'fmb', ' F', 'toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  '%j stands nowhere',
  (code) => {
    expect(isSubject(code)).toBe(false);
    expect(nearestSubject(code)).toBeUndefined();
  },
);

test('a longer code never leaves its shelf', () => {
  const tail = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...codes), tail, (code, more) => {
      const nearest = nearestSubject(code + more);
      expect(nearest?.startsWith(code)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
