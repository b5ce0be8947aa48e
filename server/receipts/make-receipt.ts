import { pricesOf } from '#contract/order-prices.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { words } from '../words.ts';
import { writeLines } from './receipt-lines.ts';
import { writeSums } from './receipt-sums.ts';
import { Sheet, SOFT, type Cell } from './sheet.ts';

/** For whom a receipt is made: the reader's language, and the shop that gives it. */
export type Setting = { locale: Locale; shop: string };

const ACCENT = '#5b3e79';

/**
 * The receipt of an order as a PDF, or its invoice while it is not paid: who, when, each line with its reasons, what
 * it adds up to, how it was or is to be paid.
 */
export async function makeReceipt(order: OrderWithTimeline, setting: Setting): Promise<Uint8Array<ArrayBuffer>> {
  const { locale, shop } = setting;
  const t = words(locale);
  const title = t(`server.receipt.titles.${order.payment.status}`);
  const sheet = new Sheet({
    title: `${title} ${order.number}`,
    author: shop,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
  });
  const { sums, explanation } = pricesOf(order);
  writeHead(sheet, order, { title, ...setting });
  await writeLines(sheet, order.lines, { locale, explanation });
  writeSums(sheet, { sums, delivery: explanation?.delivery }, locale);
  writePayment(sheet, order, setting);
  return sheet.finish((page, pages) => t('server.receipt.page', { order: order.number, page, pages }));
}

function writeHead(sheet: Sheet, order: OrderWithTimeline, { title, locale, shop }: Setting & { title: string }): void {
  const t = words(locale);
  sheet.row([
    { text: shop, from: 0, to: 0.6, size: 22, ink: ACCENT, isBold: true, reading: 'auto' },
    { text: title, from: 0.6, to: 1, size: 15, isAtEnd: true },
  ]);
  sheet.space(14);
  sheet.row([{ text: t('server.receipt.order', { number: order.number }), from: 0, to: 1, size: 12, isBold: true }]);
  sheet.row([
    {
      text: t('server.receipt.placed', { date: formatDay(order.placed_at, locale) }),
      from: 0,
      to: 1,
      size: 10,
      ink: SOFT,
    },
  ]);
  sheet.space(10);
  writeAddress(sheet, order, locale);
  sheet.space(16);
}

function writeAddress(sheet: Sheet, { address, email }: OrderWithTimeline, locale: Locale): void {
  const t = words(locale);
  const { name, line1, line2, zip, city, state } = address;
  const lines = [name, line1, line2, `${zip} ${city}`, state].filter((line) => line !== null && line !== '');
  const head = (text: string, at: [number, number]): Cell => ({ text, from: at[0], to: at[1], size: 8.5, ink: SOFT });
  sheet.together([
    [head(t('server.receipt.deliverTo'), [0, 0.5]), head(t('server.receipt.invoiceTo'), [0.5, 1])],
    ...lines.map((text, index): Cell[] => [
      { text: text!, from: 0, to: 0.48, size: 10, reading: 'auto' },
      ...(index < 2 ? [{ text: [name, email][index]!, from: 0.5, to: 1, size: 10, reading: 'auto' as const }] : []),
    ]),
  ]);
}

function writePayment(sheet: Sheet, order: OrderWithTimeline, { locale, shop }: Setting): void {
  const t = words(locale);
  const line = (text: string, size = 10): Cell[] => [{ text, from: 0, to: 1, size }];
  sheet.space(14);
  sheet.together([line(paymentSentence(order, locale)), ...transferRows(order, locale)]);
  const refunded = refundedOf(order);
  if (refunded > 0) sheet.row(line(t('server.receipt.refunded', { amount: formatSen(refunded) })));
  sheet.space(14);
  sheet.row([{ text: t('server.receipt.thanks', { shop }), from: 0, to: 1, size: 10, ink: SOFT }]);
}

function paymentSentence(order: OrderWithTimeline, locale: Locale): string {
  const t = words(locale);
  const amount = formatSen(senFromRinggit(order.payable));
  const paidAt = order.timeline.find(({ status }) => status === 'paid')?.at;
  if (order.payment.status === 'paid' && paidAt && order.payable > 0)
    return t('server.receipt.paidOn', {
      date: formatDay(paidAt, locale),
      method: t(`common.payment.methods.${order.payment.method}`),
    });
  return t(`server.receipt.payment.${order.payment.status}`, { amount });
}

/** What has gone back to the customer, in sen. */
function refundedOf({ refunds }: OrderWithTimeline): number {
  return refunds
    .filter(({ status }) => status === 'paid_out')
    .reduce((sum, { amount }) => sum + senFromRinggit(amount), 0);
}

function transferRows({ payment: { instructions } }: OrderWithTimeline, locale: Locale): Cell[][] {
  if (!instructions) return [];
  const t = words(locale);
  const rows: [string, string][] = [
    [t('common.transfer.bank'), instructions.bank],
    [t('common.transfer.accountName'), instructions.account_name],
    [t('common.transfer.accountNumber'), instructions.account_number],
    [t('common.transfer.reference'), instructions.reference],
  ];
  return rows.map(([name, value]) => [
    { text: name, from: 0, to: 0.28, size: 10, ink: SOFT },
    { text: value, from: 0.28, to: 1, size: 10, reading: 'auto' },
  ]);
}
