import { addressLines } from '#domain/address.ts';
import { orderPrices } from '#contract/amounts.ts';
import type { OrderWithTimeline, Order } from '#contract/orders.ts';
import { formatDay } from '#domain/dates.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import type { Seller } from '#domain/shop-settings.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { getTranslator } from '../translations.ts';
import { writeLetterhead, type Letterhead } from './letterhead.ts';
import { PdfLayout, MUTED_COLOR, type Cell } from './pdf-layout.ts';
import { setImmediate } from 'node:timers/promises';
import {
  type PriceBreakdown,
  type LineAdjustment,
  adjustmentValues,
  type DeliveryAdjustment,
} from '#domain/pricing/price-breakdown.ts';
import type { TotalLine } from '#domain/pricing/quote.ts';

/** The language of a document, and whose it is. */
export type DocumentOptions = Letterhead & { locale: Locale };
/** With the company behind it. */
export type ReceiptOptions = DocumentOptions & { seller: Seller };

const ACCENT_COLOR = '#5b3e79';

/** The receipt of an order as a PDF, or its invoice until it is paid. */
export async function renderReceipt(
  order: OrderWithTimeline,
  options: ReceiptOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { locale, shop } = options;
  const t = getTranslator(locale);
  const title = t(`server.receipt.titles.${order.payment.status}`);
  const layout = new PdfLayout({
    title: `${title} ${order.number}`,
    author: shop,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
  });
  const { totals, priceBreakdown } = orderPrices(order);
  writeHeader(layout, order, { title, ...options });
  await writeLines(layout, order.lines, { locale, priceBreakdown });
  writeTotals(layout, { sums: totals, delivery: priceBreakdown?.delivery }, locale);
  writePayment(layout, order, options);
  return layout.finish((page, pages) => t('server.receipt.page', { order: order.number, page, pages }));
}

function writeHeader(
  layout: PdfLayout,
  order: OrderWithTimeline,
  { title, locale, ...letterhead }: DocumentOptions & { title: string },
): void {
  const t = getTranslator(locale);
  writeLetterhead(layout, letterhead, { title, color: ACCENT_COLOR });
  layout.row([{ text: t('server.receipt.order', { number: order.number }), from: 0, to: 1, size: 12, isBold: true }]);
  layout.row([
    {
      text: t('server.receipt.placed', { date: formatDay(order.placed_at, locale) }),
      from: 0,
      to: 1,
      size: 10,
      color: MUTED_COLOR,
    },
  ]);
  layout.space(10);
  writeAddress(layout, order, locale);
  layout.space(16);
}

/** Who the receipt is for: the company first, where it is for one. */
function billedTo({ address, email, company, tax_number: taxNumber }: OrderWithTimeline, locale: Locale): string[] {
  const t = getTranslator(locale);
  const parts = [company, address.name, email, taxNumber && t('server.receipt.taxNumber', { number: taxNumber })];
  return parts.filter((part): part is string => Boolean(part));
}

function writeAddress(layout: PdfLayout, order: OrderWithTimeline, locale: Locale): void {
  const t = getTranslator(locale);
  const head = (text: string, at: [number, number]): Cell => ({
    text,
    from: at[0],
    to: at[1],
    size: 8.5,
    color: MUTED_COLOR,
  });
  layout.keepTogether([
    [head(t('server.receipt.deliverTo'), [0, 0.5]), head(t('server.receipt.invoiceTo'), [0.5, 1])],
    ...beside(addressLines(order.address), billedTo(order, locale)),
  ]);
}

/** Two columns of lines. */
function beside(left: readonly string[], right: readonly string[]): Cell[][] {
  const count = Math.max(left.length, right.length);
  return Array.from({ length: count }, (_, index) => {
    const [one, other] = [left[index], right[index]];
    return [
      ...(one === undefined ? [] : [{ text: one, from: 0, to: 0.48, size: 10, direction: 'auto' as const }]),
      ...(other === undefined ? [] : [{ text: other, from: 0.5, to: 1, size: 10, direction: 'auto' as const }]),
    ];
  });
}

function writePayment(layout: PdfLayout, order: OrderWithTimeline, { locale, shop, seller }: ReceiptOptions): void {
  const t = getTranslator(locale);
  const line = (text: string, size = 10): Cell[] => [{ text, from: 0, to: 1, size }];
  layout.space(14);
  layout.keepTogether([line(paymentSentence(order, locale)), ...transferRows(order, locale)]);
  const refunded = refundedTotal(order);
  if (refunded > 0) layout.row(line(t('server.receipt.refunded', { amount: formatSen(refunded) })));
  layout.space(14);
  layout.row([{ text: t('server.receipt.thanks', { shop }), from: 0, to: 1, size: 10, color: MUTED_COLOR }]);
  const sellerLines = linesOfSeller(seller, locale);
  if (sellerLines.length > 0) layout.space(8);
  for (const text of sellerLines)
    layout.row([{ text, from: 0, to: 1, size: 8.5, color: MUTED_COLOR, direction: 'auto' }]);
}

/** Who sells, as far as the shop says. */
function linesOfSeller({ companyName, registrationNumber, taxNumber }: Seller, locale: Locale): string[] {
  const t = getTranslator(locale);
  return [
    companyName,
    registrationNumber && t('server.receipt.registrationNumber', { number: registrationNumber }),
    taxNumber && t('server.receipt.taxNumber', { number: taxNumber }),
  ].filter(Boolean);
}

function paymentSentence(order: OrderWithTimeline, locale: Locale): string {
  const t = getTranslator(locale);
  const amount = formatSen(senFromRinggit(order.payable));
  const paidAt = order.timeline.find(({ status }) => status === 'paid')?.at;
  if (order.payment.status === 'paid' && paidAt && order.payable > 0)
    return t('server.receipt.paidOn', {
      date: formatDay(paidAt, locale),
      method: t(`common.payment.methods.${order.payment.method}`),
    });
  return t(`server.receipt.payment.${order.payment.status}`, { amount });
}

/** What was refunded to the customer, in sen. */
function refundedTotal({ refunds }: OrderWithTimeline): number {
  return refunds
    .filter(({ status }) => status === 'paid_out')
    .reduce((sum, { amount }) => sum + senFromRinggit(amount), 0);
}

function transferRows({ payment: { instructions } }: OrderWithTimeline, locale: Locale): Cell[][] {
  if (!instructions) return [];
  const t = getTranslator(locale);
  const rows: [string, string][] = [
    [t('common.transfer.bank'), instructions.bank],
    [t('common.transfer.accountName'), instructions.account_name],
    [t('common.transfer.accountNumber'), instructions.account_number],
    [t('common.transfer.reference'), instructions.reference],
  ];
  return rows.map(([name, value]) => [
    { text: name, from: 0, to: 0.28, size: 10, color: MUTED_COLOR },
    { text: value, from: 0.28, to: 1, size: 10, direction: 'auto' },
  ]);
}

type ReceiptLine = Order['lines'][number];
type LinesOptions = { locale: Locale; priceBreakdown: PriceBreakdown | undefined };

const SMALL_SIZE = 8.5;

/** The lines: title, format, ISBN, quantity, cost and its adjustments. Yields to other requests after each line. */
export async function writeLines(
  layout: PdfLayout,
  lines: readonly ReceiptLine[],
  { locale, priceBreakdown }: LinesOptions,
): Promise<void> {
  const t = getTranslator(locale);
  const head = { size: SMALL_SIZE, color: MUTED_COLOR };
  layout.row([
    { ...head, text: t('server.receipt.books'), from: 0, to: 0.6 },
    { ...head, text: t('server.receipt.copies'), from: 0.62, to: 0.76, isAtEnd: true },
    { ...head, text: t('server.receipt.amount'), from: 0.78, to: 1, isAtEnd: true },
  ]);
  layout.space(2);
  layout.rule();
  for (const line of lines) {
    const reasons = priceBreakdown?.lines.find(({ vid }) => vid === line.variant_id)?.reasons ?? [];
    layout.keepTogether([titleRow(line, locale), formatRow(line, locale), ...reasonRows(reasons, locale)]);
    layout.space(8);
    await setImmediate();
  }
}

function titleRow(line: ReceiptLine, locale: Locale): Cell[] {
  const cost = senFromRinggit(line.unit_price) * line.qty - senFromRinggit(line.proDis);
  const qty = new Intl.NumberFormat(locale).format(line.qty);
  return [
    { text: line.title, from: 0, to: 0.6, size: 10.5, direction: 'auto' },
    { text: qty, from: 0.62, to: 0.76, size: 10.5, isAtEnd: true },
    { text: formatSen(cost), from: 0.78, to: 1, size: 10.5, isAtEnd: true, direction: 'ltr' },
  ];
}

function formatRow({ format, isbn }: ReceiptLine, locale: Locale): Cell[] {
  const t = getTranslator(locale);
  const details = [t(`common.formats.${format}`), ...(isbn ? [t('server.receipt.isbn', { isbn })] : [])];
  return [{ text: details.join(' · '), from: 0, to: 0.6, size: SMALL_SIZE, color: MUTED_COLOR }];
}

/** None where the list price is the only adjustment. */
function reasonRows(reasons: readonly LineAdjustment[], locale: Locale): Cell[][] {
  if (reasons.length < 2) return [];
  const t = getTranslator(locale);
  return reasons.map((reason) => [
    {
      text: t(`common.priceBreakdown.${reason.code}`, adjustmentValues(reason)),
      from: 0.03,
      to: 0.6,
      size: SMALL_SIZE,
      color: MUTED_COLOR,
    },
    ...(reason.amount === 0 ? [] : [amountCell(reason.amount)]),
  ]);
}

function amountCell(amount: number): Cell {
  return {
    text: formatSen(amount),
    from: 0.62,
    to: 0.76,
    size: SMALL_SIZE,
    color: MUTED_COLOR,
    isAtEnd: true,
    direction: 'ltr',
  };
}

type ReceiptTotals = { sums: readonly TotalLine[]; delivery: DeliveryAdjustment | undefined };

/** Subtotal, discounts, delivery with its explanation, and total; all on one page. */
export function writeTotals(layout: PdfLayout, { sums, delivery }: ReceiptTotals, locale: Locale): void {
  const t = getTranslator(locale);
  layout.rule();
  const rows = sums.map((sum) => totalRow(sum, locale));
  const payable = rows.pop()!;
  const why = delivery && t(`common.priceBreakdown.${delivery.code}`, adjustmentValues(delivery));
  const note: Cell[][] = why ? [[{ text: why, from: 0, to: 0.76, size: 8.5, color: MUTED_COLOR }]] : [];
  layout.keepTogether([...rows, ...note, payable]);
}

function totalRow({ label, amount, code = '' }: TotalLine, locale: Locale): Cell[] {
  const t = getTranslator(locale);
  const isFree = label === 'shipping' && amount === 0;
  const style = label === 'payable' ? { size: 12.5, isBold: true } : { size: 10.5 };
  return [
    { ...style, text: t(`common.totals.${label}`, { code }), from: 0, to: 0.6 },
    isFree
      ? { ...style, text: t('common.totals.free'), from: 0.62, to: 1, isAtEnd: true }
      : { ...style, text: formatSen(amount), from: 0.62, to: 1, isAtEnd: true, direction: 'ltr' },
  ];
}
