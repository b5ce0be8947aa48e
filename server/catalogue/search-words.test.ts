import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchedWordsOf, wordsOf } from './search-words.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';

test.each([
  ['紅樓夢', '红楼 楼梦', '红楼 楼梦 红 楼 梦'],
  ['红楼梦', '红楼 楼梦', '红楼 楼梦 红 楼 梦'],
  ['三', '三', '三'],
  ['《三体》 Liu', '三体 liu', '三体 三 体 liu'],
  ['1984年', '1984 年', '1984 年'],
  ['XO醬', 'xo 酱', 'xo 酱'],
  ['ノルウェイの森', 'ノル ルウ ウェ ェイ イの の森', 'ノル ルウ ウェ ェイ イの の森 ノ ル ウ ェ イ の 森'],
  ['裡 裏 里', '里 里 里', '里 里 里'],
  ['𠮷野家', '𠮷野 野家', '𠮷野 野家 𠮷 野 家'],
  ['Émile', 'emile', 'emile'],
  ['کتاب', 'کتاب', 'کتاب'],
  ['', '', ''],
])('%s is searched as "%s"', (text, words, searched) => {
  expect(wordsOf(text)).toBe(words);
  expect(searchedWordsOf(text)).toBe(searched);
});

const some = fc.string({ unit: fc.constantFrom(...'红紅楼樓夢梦三の森ー𠮷ab 1،.-한ค้'), maxLength: 12 });

test('every part of a Chinese text is found in it: its words are among those that are searched', () => {
  fc.assert(
    fc.property(some, fc.nat(12), fc.nat(12), (text, start, length) => {
      const part = Array.from(text)
        .slice(start, start + length)
        .join('');
      const isChinese = /^[\p{Script=Han}\p{Script=Hiragana}ー]*$/u.test(part);
      const searched = new Set(searchedWordsOf(text).split(' '));
      if (isChinese && part !== '') for (const word of wordsOf(part).split(' ')) expect(searched).toContain(word);
    }),
    { numRuns: 5_000 },
  );
});

test('a text without such letters is folded, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aÉß کتاب 12-') }), (text) => {
      expect([wordsOf(text), searchedWordsOf(text)]).toEqual([foldForSearch(text), foldForSearch(text)]);
    }),
  );
});
