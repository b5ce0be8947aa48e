import { expect, test } from 'vitest';
import { comparePages, parseSampleName } from './sample-pages.ts';

const ISBN = '9780141439600';

test.each([
  [`${ISBN}-01.jpg`, '01'],
  [`${ISBN}_2.png`, '2'],
  [`pages/${ISBN} 003.webp`, '003'],
  ['978-0-14-143960-0-12.jpg', '12'],
  ['0-14-143960-2-7.jpg', '7'],
  [`${ISBN}/title page.jpg`, 'title page'],
  [`deep/978-0-14-143960-0/1.jpg`, '1'],
  [`9780141395203/${ISBN}-04.jpg`, '04'],
])('%s is a page of an edition', (path, page) => {
  expect(parseSampleName(path)).toEqual({ isbn: ISBN, page });
});

test.each([
  `${ISBN}.jpg`,
  '978-0-14-143960-0.jpg',
  '0-14-143960-2.jpg',
  '9780141439601-01.jpg',
  '01.jpg',
  `${ISBN}-x.jpg`,
])('%s is no page', (path) => {
  expect(parseSampleName(path)).toBeUndefined();
});

test('pages are in the order of their numbers, and 1 is the place of 01', () => {
  const pages = ['10', '9', 'title', '02', '1'].map((page) => ({ isbn: ISBN, page }));
  expect(pages.toSorted(comparePages).map(({ page }) => page)).toEqual(['1', '02', '9', '10', 'title']);
  expect(comparePages({ isbn: ISBN, page: '1' }, { isbn: ISBN, page: '01' })).toBe(0);
});
