import { expect, test } from 'vitest';
import { zonesInRinggit } from '#contract/amounts.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { bodyOf, draftOf, draftOfStored, NEW_ZONE } from './zone-draft.ts';

const { dispatch: _, ...peninsula } = zonesInRinggit(DEFAULT_ZONES)[0]!;

test('a zone that nobody changed is sent as it was read', () => {
  const draft = draftOf({ ...peninsula, version: 3 });
  expect(draft).toMatchObject({ codes: '10000–86900', cost: '8', freeFrom: '131', from: '1', to: '2' });
  expect(bodyOf(draft, 3)).toEqual({ ...peninsula, version: 3 });
  expect(draftOfStored(DEFAULT_ZONES[0]!)).toEqual(draft);
});

test.each([
  ['01000-02999, ۰۵۰۰۰', ['01000', '02999', '05000', '05000']],
  ['01000–02999', ['01000', '02999']],
  ['1000', undefined],
  ['02000-01000', undefined],
  ['01000-02000-03000', undefined],
  ['', undefined],
])('the postal codes “%s” are read as people write them', (codes, expected) => {
  expect(bodyOf({ ...NEW_ZONE, codes }, null)?.ranges.flatMap(({ from, to }) => [from, to])).toEqual(expected);
});
