import fc from 'fast-check';
import { expect, test } from 'vitest';
import { initialsOf, tintOf } from './initials.ts';

test.each([
  ['Siti Aminah', 'SA'],
  ['Nur Aisyah binti Abdullah', 'NA'],
  ['  madonna ', 'MA'],
  ['Jean-Luc Picard', 'JP'],
  ['élodie étienne', 'ÉÉ'],
  ['ßeta', 'ßE'],
  ['X Æ A-12', 'X1'],
  ['سارا محمدی', 'س\u200Cم'],
  ['علی‌رضا', 'ع\u200Cر'],
  ['سارا', 'س'],
  ['王小明', '小明'],
  ['李娜', '李娜'],
  ['欧阳娜娜', '欧阳'],
  ['김민수', '민수'],
  ['山田たろう', '山田'],
  ['山田 太郎', '山太'],
  ['अनिता देसाई', 'अदे'],
  ['🦊 Fox', 'FO'],
  ['🦊', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('any name gives at most two signs, and always the same tint', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const signs = [...new Intl.Segmenter('und').segment(initialsOf(name).replaceAll('\u200C', ''))];
      expect(signs.length).toBeLessThanOrEqual(2);
      expect(tintOf(name, 8)).toBe(tintOf(` ${name} `, 8));
      expect(tintOf(name, 8)).toBeLessThan(8);
    }),
  );
});
