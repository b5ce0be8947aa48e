import { expect, test } from 'vitest';
import type { SaleState } from './availability.ts';
import { offerOf, type Offer } from './offer.ts';

const FORMAT = { is_sold: true, stock: 0, awaited_from: null, on_sale_from: null, published: null };
const DAY = '2026-12-24';

test.each<[string, Partial<typeof FORMAT> | { awaited_from: string }, SaleState, Offer]>([
  ['copies', { stock: 1 }, 'in_stock', { state: 'in_stock', from: null }],
  ['no copies', {}, 'out_of_stock', { state: 'out_of_stock', from: null }],
  ['the supplier’s copies', { awaited_from: DAY }, 'out_of_stock', { state: 'back_order', from: DAY }],
  ['copies to order', { awaited_from: DAY }, 'to_order', { state: 'back_order', from: DAY }],
  ['copies beside those to order', { stock: 2, awaited_from: DAY }, 'in_stock', { state: 'in_stock', from: null }],
  ['a title to come', { awaited_from: DAY }, 'preorder', { state: 'preorder', from: DAY }],
  ['a title to come without a place left', {}, 'preorder', { state: 'out_of_stock', from: null }],
  ['an embargo', { awaited_from: DAY }, 'embargoed', { state: 'preorder', from: DAY }],
  ['withdrawn copies', { stock: 3 }, 'withdrawn', { state: 'out_of_stock', from: null }],
  ['a format that is not sold', { stock: 3, is_sold: false }, 'in_stock', { state: 'out_of_stock', from: null }],
])('%s: how they are sold', (_, facts, state, offer) => {
  expect(offerOf({ ...FORMAT, ...facts, state })).toEqual(offer);
});

test('copies that wait for a date are a pre-order from this date on', () => {
  const stocked = { ...FORMAT, stock: 3, published: '2027-01' };
  expect(offerOf({ ...stocked, state: 'preorder' })).toEqual({ state: 'preorder', from: '2027-01' });
  const embargoed = { ...stocked, on_sale_from: DAY, state: 'embargoed' as const };
  expect(offerOf(embargoed)).toEqual({ state: 'preorder', from: DAY });
});
