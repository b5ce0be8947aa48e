import { expect, test } from 'vitest';
import { derivedSubject, formatOtherCode } from './other-subject-schemes.ts';
import { isSubject, nearestSubject } from './subject.ts';
import { subjectRows } from './subject-rows.ts';

const shown = (codes: readonly string[]) =>
  subjectRows(codes).map(({ code, subject, isDerived }) => [code, subject, isDerived]);

test('a Thema code is its own subject, known or not; a qualifier is kept and is none', () => {
  expect(shown(['FFC', 'FFCX9', '1FMM', '3MPBLB'])).toEqual([
    ['FFC', 'FFC', false],
    ['FFCX9', 'FFCX9', false],
    ['1FMM', null, false],
    ['3MPBLB', null, false],
  ]);
});

test('without Thema the codes of other schemes are mapped, and marked as derived', () => {
  expect(shown(['1FMM', 'BISAC:FIC022020', 'BISAC:ZZZ000000'])).toEqual([
    ['1FMM', null, false],
    ['BISAC:FIC022020', 'FFP', true],
    ['BISAC:ZZZ000000', null, false],
  ]);
});

test('where Thema came they are kept and stand for nothing', () => {
  expect(shown(['FFC', 'BISAC:FIC022020', 'BIC:FL'])).toEqual([
    ['FFC', 'FFC', false],
    ['BISAC:FIC022020', null, false],
    ['BIC:FL', null, false],
  ]);
});

test('of derived subjects none is repeated, and none is above another', () => {
  expect(shown(['BISAC:FIC000000', 'BIC:FFC', 'BISAC:FIC022000', 'BISAC:FIC028000', 'BIC:FL'])).toEqual([
    ['BISAC:FIC000000', null, false],
    ['BIC:FFC', 'FFC', true],
    ['BISAC:FIC022000', null, false],
    ['BISAC:FIC028000', 'FL', true],
    ['BIC:FL', null, false],
  ]);
});

test('codes keep their order, each once', () => {
  const rows = subjectRows(['YFA', 'FBC', 'YFA']);
  expect(rows.map(({ code, position }) => [code, position])).toEqual([
    ['YFA', 0],
    ['FBC', 1],
  ]);
});

test.each([
  ['BISAC', 'FIC000000', 'F'],
  ['BISAC', 'FIC022040', 'FFS'],
  ['BISAC', 'FIC022999', 'FF'],
  ['BISAC', 'JUV012030', 'YFJ'],
  ['BISAC', 'BIO026000', 'DNC'],
  ['BISAC', 'HIS027130', 'NHW'],
  ['BISAC', 'CKB031000', 'WB'],
  ['BISAC', 'JNF014000', 'YNPC'],
  ['BIC', 'FA', 'FBA'],
  ['BIC', 'FC', 'FBC'],
  ['BIC', 'FFC', 'FFC'],
  ['BIC', 'HBJF1', 'NHG'],
  ['BIC', 'HBWQ', 'NHWR7'],
  ['BIC', 'HPJ', 'QDTJ'],
  ['BIC', 'WSJA', 'SF'],
  ['BIC', 'YFB', 'YFB'],
] as const)('%s %s is %s', (scheme, code, subject) => {
  expect(derivedSubject(formatOtherCode(scheme, code))).toBe(subject);
  expect(isSubject(nearestSubject(subject)!)).toBe(true);
});

test.each(['FIC022020', 'BISAC:', 'BISAC:QQQ000000', 'bisac:FIC022020', 'DEWEY:823', 'constructor'])(
  '%j stands for nothing',
  (code) => {
    expect(derivedSubject(code)).toBeUndefined();
  },
);
