import { expect, test } from 'vitest';
import { fillPlaceholders, openPlaceholders } from './saved-reply.ts';

const TEXT = 'Dear {name}, {order} is on its way. Thank you, {name}! {other}';

test('every placeholder of which something is known is filled in, as it is', () => {
  expect(fillPlaceholders(TEXT, { name: 'Siti {order} $&', order: 'BK-1' })).toBe(
    'Dear Siti {order} $&, BK-1 is on its way. Thank you, Siti {order} $&! {other}',
  );
  expect(fillPlaceholders(TEXT, { name: 'Siti', order: '' })).toContain('{order} is on its way');
});

test('what is left open is known', () => {
  expect(openPlaceholders(TEXT)).toEqual(['name', 'order']);
  expect(openPlaceholders(fillPlaceholders(TEXT, { name: 'Siti' }))).toEqual(['order']);
  expect(openPlaceholders('{other}')).toEqual([]);
});
