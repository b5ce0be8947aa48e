import { expect, test } from 'vitest';
import { coverPictureOf, emailCoverPath, openGraphImageOf, smallCoverPath, storedCoverPath } from './covers.ts';

const path = storedCoverPath(12, { hash: '0123456789abcdef', width: 400, height: 612, color: 'a0b1c2' });

test('the path of a stored cover says what a page needs to know of it', () => {
  expect(path).toBe('/covers/12-0123456789abcdef-400x612-a0b1c2.webp');
  expect(coverPictureOf(path)).toEqual({
    width: 400,
    height: 612,
    color: 'a0b1c2',
    sources: ['avif', 'webp'].map((type) => ({
      type: `image/${type}`,
      srcSet: [120, 240, 400].map((width) => `/covers/12-0123456789abcdef-${width}.${type} ${width}w`).join(', '),
    })),
  });
  expect(smallCoverPath(path)).toBe('/covers/12-0123456789abcdef-120.webp');
  expect(emailCoverPath(path)).toBe('/covers/12-0123456789abcdef-144.jpg');
  expect(openGraphImageOf(path)).toBe('/covers/12-0123456789abcdef.png');
});

test('a generated cover is one picture at any size, and another look of it has the same email and social pictures', () => {
  for (const drawn of ['/covers/12-01234567.svg', '/covers/12-01234567-2.svg']) {
    expect(coverPictureOf(drawn)).toBeUndefined();
    expect(smallCoverPath(drawn)).toBe(drawn);
    expect(emailCoverPath(drawn)).toBe('/covers/12-01234567-small.png');
    expect(openGraphImageOf(drawn)).toBe('/covers/12-01234567.png');
  }
});
