import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, isLanguageTag, isLocale, languageName, LOCALES, preferredLocale, formatCount } from './locale.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['fa-IR,fa;q=0.9,en;q=0.8', 'fa'],
  ['en;q=0.1, pt-BR;q=0.9', 'pt'],
  ['fr;q=0.5,de;q=0.5', 'fr'],
  ['ms-MY, zh;q=0.9, fr;q=0.3', 'fr'],
  ['ms, zh', 'en'],
  ['*', 'en'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['de;q=0', 'en'],
  ['de ; q=0.2 , fr ; q=0.8', 'fr'],
  ['de;level=1;q=0.2,fr;q=0.3', 'fr'],
  ['de;q=,fr;q=0.1', 'fr'],
  ['de;q=much,fr;q=0.1', 'fr'],
  ['de;q=-1,fr;q=0.1', 'fr'],
  [',,;;q=1,;=,fr', 'fr'],
  ['frr,fan,enm;q=0.9,pt;q=0.5', 'pt'],
])('an Accept-Language of %j gets %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test('any header resolves to a supported language', () => {
  const junk = fc.string({ unit: fc.constantFrom(...'defrapt-*;,=q.01 ') });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), junk), (header) => {
      expect(LOCALES).toContain(preferredLocale(header));
    }),
    { numRuns: 5_000 },
  );
});

test('the supported language with the highest quality wins', () => {
  const quality = fc.integer({ min: 1, max: 999 });
  const wishes = fc.uniqueArray(fc.tuple(fc.constantFrom(...LOCALES), quality), {
    minLength: 1,
    selector: ([language]) => language,
  });
  fc.assert(
    fc.property(wishes, (all) => {
      const header = all.map(([language, thousandths]) => `${language};q=${thousandths / 1_000}`).join(', ');
      const highest = Math.max(...all.map(([, thousandths]) => thousandths));
      expect(preferredLocale(header)).toBe(all.find(([, thousandths]) => thousandths === highest)?.[0]);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['EN', 'de-DE', '', 'toString', ' fr'])('%j is not a supported language', (text) => {
  expect(isLocale(text)).toBe(false);
});

test.each([
  ['fa', 'rtl'],
  ['fa-IR', 'rtl'],
  ['ar', 'rtl'],
  ['he', 'rtl'],
  ['ur-PK', 'rtl'],
  ['en', 'ltr'],
  ['fr', 'ltr'],
  ['fao', 'ltr'],
  ['', 'ltr'],
])('"%s" is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

test.each(['en', 'pt-BR', 'zh-Hant', 'zh-Hant-TW', 'es-419', 'fil'])('%s has a language name', (tag) => {
  expect(isLanguageTag(tag)).toBe(true);
  expect(languageName(tag, 'en')).not.toBe(tag);
});

test.each(['tr-u-co-phonebk', 'de-1996', 'x-private', 'i-klingon', 'en-', 'e', '', 'english', 'en_US', 'a\0b'])(
  '"%s" has none and is returned unchanged',
  (text) => {
    expect(isLanguageTag(text)).toBe(false);
    for (const locale of LOCALES) expect(languageName(text, locale)).toBe(text);
  },
);

test('any text has a language name or is returned unchanged', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof languageName(text, 'fa') === 'string'));
  const tag = fc.stringMatching(/^[a-zA-Z]{2,3}(-[a-zA-Z]{4})?(-([a-zA-Z]{2}|\d{3}))?$/);
  fc.assert(fc.property(tag, (text) => typeof languageName(text, 'de') === 'string'));
});

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1.0k'],
  [1049, '1.0k'],
  [1050, '1.1k'],
  [1200, '1.2k'],
  [1950, '2.0k'],
  [9999, '10.0k'],
  [12_345, '12.3k'],
  [1_234_567, '1234.6k'],
])('%d is written %s', (count, written) => {
  expect(formatCount(count, 'en')).toBe(written);
});

test('counts use the reader’s digits and the same thousands format in every language', () => {
  expect([formatCount(312, 'fa'), formatCount(1200, 'fa'), formatCount(1200, 'de')]).toEqual(['۳۱۲', '۱٫۲k', '1.2k']);
});
