import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, isLocale, LOCALES, preferredLocale } from './locale.ts';

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

test('any header gets one of our languages', () => {
  const junk = fc.string({ unit: fc.constantFrom(...'defrapt-*;,=q.01 ') });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), junk), (header) => {
      expect(LOCALES).toContain(preferredLocale(header));
    }),
    { numRuns: 5_000 },
  );
});

test('of our languages the one with the highest quality wins', () => {
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

test.each(['EN', 'de-DE', '', 'toString', ' fr'])('%j is not one of our languages', (text) => {
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
