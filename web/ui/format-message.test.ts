import compile from 'icu-minify/compile';
import { _createIntlFormatters as createFormatters } from 'use-intl/core';
import { expect, test } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import formatMessage from './format-message.ts';

const cache = { dateTime: {}, number: {}, message: {}, relativeTime: {}, pluralRules: {}, list: {}, displayNames: {} };

function write(message: string, values: Record<string, number>, locale: Locale = 'en') {
  return formatMessage('key', compile(message), values, { cache, formatters: createFormatters(cache), locale });
}

const BOOKS = '{count, plural, one {# book} other {# books}}';

test.each([
  [1, '1 book'],
  [999, '999 books'],
  [1000, '1.0k books'],
  [1249, '1.2k books'],
])('%d in a sentence is formatted as a count', (count, written) => {
  expect(write(BOOKS, { count })).toBe(written);
});

test('so is a number on its own', () => {
  expect(write('{count, number} of {most, number}', { count: 999, most: 2500 })).toBe('999 of 2.5k');
});

test('a number with its own style is not', () => {
  expect(write('Page {page, number, ::group-off}', { page: 1250 })).toBe('Page 1250');
});
