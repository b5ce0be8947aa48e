import { expect, test } from 'vitest';
import { firstOfEach } from './save-rows.ts';

test('of rows with one key the first stays, at its place', () => {
  expect(firstOfEach(['Emma', 'Persuasion', 'EMMA', 'Dune'], (title) => title.toLowerCase())).toEqual([
    'Emma',
    'Persuasion',
    'Dune',
  ]);
});
