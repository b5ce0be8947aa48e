import { expect, test } from 'vitest';
import { logoPath, logoSize } from './logo.ts';

test.each([
  [
    { width: 400, height: 40 },
    { width: 200, height: 20 },
  ],
  [
    { width: 600, height: 600 },
    { width: 40, height: 40 },
  ],
  [
    { width: 30, height: 20 },
    { width: 30, height: 20 },
  ],
  [
    { width: 4000, height: 4 },
    { width: 200, height: 1 },
  ],
])('a picture of %o is shown as %o', (picture, shown) => {
  expect(logoSize(picture)).toEqual(shown);
});

test('each file of a logo has its path', () => {
  expect(logoPath({ id: 'a', width: 1, height: 1 }, 'png')).toBe('/logos/a.png');
});
