import { expect, test } from 'vitest';
import { SETTING_NAMES, SETTING_SECTIONS, settingMistake, SHOP_SETTINGS } from './shop-settings.ts';

test('every section has settings, in its place', () => {
  const sections = SETTING_NAMES.map((name) => SHOP_SETTINGS[name].section);
  expect([...new Set(sections)]).toEqual(SETTING_SECTIONS);
});

test.each([
  ['shopName', 'Halaman', undefined],
  ['shopName', ' ', 'required'],
  ['shopName', 'a'.repeat(61), 'too_long'],
  ['shopName', 'a\nb', 'plain_text'],
  ['shopName', 'a\u2028b', 'plain_text'],
  ['shopName', '\ud800', 'plain_text'],
  ['shopName', 7, 'invalid'],
  ['contactPhone', '', undefined],
  ['contactEmail', 'hello@shop.example', undefined],
  ['contactEmail', 'hello', 'email'],
  ['duitnowQr', '000201', 'invalid'],
  ['duitnowQr', '', undefined],
  ['transferDeadline', 24, undefined],
  ['transferDeadline', 0, 'too_small'],
  ['transferDeadline', 1441, 'too_big'],
  ['transferDeadline', 1.5, 'invalid'],
  ['transferDeadline', '24', 'invalid'],
  ['giftWrapPrice', 0, undefined],
  ['giftWrapPrice', -1, 'too_small'],
] as const)('%s %j: %s', (name, value, mistake) => {
  expect(settingMistake(name, value)).toBe(mistake);
});
