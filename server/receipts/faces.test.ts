import { expect, test } from 'vitest';
import { faceFor, faceOf } from './faces.ts';

const PERSIAN = faceOf(faceFor('د'));
const shapes = (text: string) => PERSIAN.layout(text).glyphs.map(({ id }) => id);

test('a letter joins its neighbour, whatever was set before it', () => {
  const withDal = shapes('آذر');
  expect(withDal).toHaveLength(3);
  expect(shapes('جلد')[0]).not.toBe(shapes('د')[0]);
});

test.each([
  ['a', 'literata-latin'],
  ['ž', 'literata-latin-ext'],
  ['В', 'literata-cyrillic'],
  ['ω', 'literata-greek'],
  ['ی', 'vazirmatn-arabic'],
])('%s is set in %s', (letter, face) => {
  expect(faceFor(letter)).toContain(`files/${face}-wght`);
});

test('a letter that no face has is set as the blank of the first', () => {
  expect(faceFor('漢')).toContain('literata-latin-wght');
});

test('what the face in use has stays in it', () => {
  const inUse = faceFor('ی');
  expect(faceFor('\u00a0', inUse)).toBe(inUse);
});
