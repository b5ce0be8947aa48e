import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ancestors,
  childSubjects,
  isOffered,
  isSubject,
  isSubjectCode,
  nearestSubject,
  parentSubject,
  TOP_SUBJECTS,
  withAncestors,
} from './subject.ts';
import { SUBJECT_CODES } from './thema-codes.ts';

test('the codes are sorted, each is there once, and the parent of each is there', () => {
  expect(SUBJECT_CODES).toEqual([...new Set(SUBJECT_CODES)].toSorted());
  expect(SUBJECT_CODES.filter((code) => !isSubjectCode(code))).toEqual([]);
  expect(SUBJECT_CODES.filter((code) => code.length > 1 && !isSubject(parentSubject(code)!))).toEqual([]);
});

test('the top level is that of Thema', () => {
  expect(TOP_SUBJECTS.join('')).toBe('ACDFGJKLMNPQRSTUVWXY');
});

test('every subject but the top level is a child of exactly one', () => {
  expect([...TOP_SUBJECTS, ...SUBJECT_CODES.flatMap(childSubjects)].toSorted()).toEqual(SUBJECT_CODES);
  expect(childSubjects('FF').map(parentSubject)).toEqual(childSubjects('FF').map(() => 'FF'));
});

test('a subject is below all that it begins with', () => {
  expect(ancestors('FFC')).toEqual(['F', 'FF']);
  expect(ancestors('F')).toEqual([]);
  expect(withAncestors(['FFC', 'FFH', 'Y'])).toEqual(['F', 'FF', 'FFC', 'FFH', 'Y']);
});

test.each([
  ['FMB', 'FMB'],
  ['FBANX', 'FBAN'],
  ['NHTBQ1', 'NHTB'],
  ['FE', 'F'],
])('the nearest known subject of %s is %s', (code, subject) => {
  expect(nearestSubject(code)).toBe(subject);
});

test.each([
  '',
  '1KBB',
  '5AX',
  'fmb',
  ' F',
  'B',
  'ZZZ',
  'FMB ',
  'BISAC:FIC000000',
  'toString',
  'constructor',
  '__proto__',
])('%j is no subject', (code) => {
  expect([isSubject(code), isSubjectCode(code), nearestSubject(code)]).toEqual([false, false, undefined]);
});

test('a longer code stays below the subject that it begins with', () => {
  const tail = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'), maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...SUBJECT_CODES), tail, (code, more) => {
      expect(nearestSubject(code + more)?.startsWith(code)).toBe(true);
      expect(withAncestors([code + more])).toContain(code);
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

test('a list offers the top level, the way up from what is chosen, and one level below it', () => {
  const offered = (...chosen: string[]) =>
    ['F', 'Y', 'FF', 'FFC', 'FL', 'FFCX'].filter((code) => isOffered(code, chosen));
  expect(offered()).toEqual(['F', 'Y']);
  expect(offered('F')).toEqual(['F', 'Y', 'FF', 'FL']);
  expect(offered('FF')).toEqual(['F', 'Y', 'FF', 'FFC']);
  expect(offered('FFC')).toEqual(['F', 'Y', 'FF', 'FFC']);
  expect(offered('FFCX')).toEqual(['F', 'Y', 'FF', 'FFC', 'FFCX']);
});
