import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Locale } from '#domain/locale.ts';
import type { TotalLine } from '#domain/pricing/quote.ts';
import { renderInArea, textOf } from '../testing/render.tsx';
import { Count, NoWrapNumbers, Price } from './text.tsx';
import { Adjustments, Totals } from './totals.tsx';

const amountOf = (name: string) => textOf(screen.getByText(name).closest('div')!.querySelector('dd'));

const showTotals = (totals: TotalLine[], locale: Locale = 'en') => renderInArea(<Totals totals={totals} />, { locale });

test('each amount stands beside its name, a saving with its minus', async () => {
  await showTotals([
    { label: 'total', amount: 12_000 },
    { label: 'coupon', amount: -1250, code: 'READ10' },
    { label: 'payable', amount: 10_750 },
  ]);
  expect(['Items', 'Coupon READ10', 'Total'].map(amountOf)).toEqual(['RM 120.00', '−RM 12.50', 'RM 107.50']);
});

test('delivery that costs nothing is free', async () => {
  await showTotals([{ label: 'shipping', amount: 0 }]);
  expect(amountOf('Delivery')).toBe('Free');
});

test('delivery that is not known yet asks for the postal code', async () => {
  await showTotals([{ label: 'shipping_unknown', amount: 0 }]);
  expect(amountOf('Delivery')).toBe('Enter postal code');
});

test('a list price alone needs no explanation, a member price is explained amount by amount', async () => {
  const list = { code: 'list_price', qty: 2, each: 4000, amount: 8000 } as const;
  const { page } = await renderInArea(
    <>
      <Adjustments reasons={[list]} />
      <Adjustments reasons={[list, { code: 'member_price', qty: 2, each: 400, amount: -800 }]} />
    </>,
  );
  expect(page.getAllByRole('list')).toHaveLength(1);
  expect(page.getAllByRole('listitem').map(textOf)).toEqual([
    'List price RM 40.00 × 2RM 80.00',
    'Member price: RM 4.00 less per copy × 2−RM 8.00',
  ]);
});

test.each([
  [999, 'en', '999'],
  [1000, 'en', '1.0k'],
  [1249, 'en', '1.2k'],
  [12, 'fa', '۱۲'],
] as const)('%d in %s is written %s, from left to right', async (count, locale, written) => {
  await renderInArea(<Count of={count} />, { locale });
  expect(screen.getByText(written).dir).toBe('ltr');
});

test('a price in Persian text has Persian digits and keeps its direction', async () => {
  const { page } = await renderInArea(<Price ringgit={107.5} />, { locale: 'fa' });
  const price = page.getByText(/RM/);
  expect(textOf(price)).toBe('RM ۱۰۷٫۵۰');
  expect(price.dir).toBe('ltr');
  expect(document.documentElement.dir).toBe('rtl');
});

test('an order number in a sentence is kept on one line, other numbers are not', async () => {
  await renderInArea(<NoWrapNumbers text="Order BK-100013 of 2026" />);
  expect(screen.getByText('BK-100013').className).toBe('nowrap');
  expect(screen.queryByText('2026')).toBeNull();
});
