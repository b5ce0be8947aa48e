import { addressLines } from '#domain/address.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { directionOf } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import { MUTED_COLOR, PdfLayout } from './pdf-layout.ts';
import type { ReceiptOptions } from './receipt.ts';

/**
 * What lies in the parcel of an order, as a PDF: who receives which books, and the gift message. Whoever opens a gift reads it,
 * so it has no prices, no coupon and no word of the customer to the shop.
 */
export async function renderPackingSlip(
  order: OrderWithTimeline,
  { locale, shop }: ReceiptOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const t = getTranslator(locale);
  const title = t('server.packingSlip.title');
  const layout = new PdfLayout({
    title: `${title} ${order.number}`,
    author: shop,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
  });
  layout.row([
    { text: shop, from: 0, to: 0.6, size: 22, isBold: true, direction: 'auto' },
    { text: title, from: 0.6, to: 1, size: 15, isAtEnd: true },
  ]);
  layout.space(14);
  layout.row([{ text: t('server.receipt.order', { number: order.number }), from: 0, to: 1, size: 12, isBold: true }]);
  if (order.gift_wrap > 0) layout.row([{ text: t('server.packingSlip.giftWrap'), from: 0, to: 1, size: 12 }]);
  layout.space(10);
  writeBlock(layout, t('server.receipt.deliverTo'), addressLines(order.address));
  if (order.gift_message) writeBlock(layout, t('server.packingSlip.giftMessage'), order.gift_message.split('\n'));
  writeCopies(layout, order, { locale, shop });
  return layout.finish((page, pages) => t('server.receipt.page', { order: order.number, page, pages }));
}

function writeBlock(layout: PdfLayout, name: string, lines: readonly string[]): void {
  layout.keepTogether([
    [{ text: name, from: 0, to: 1, size: 8.5, color: MUTED_COLOR }],
    ...lines.map((text) => [{ text, from: 0, to: 1, size: 11, direction: 'auto' as const }]),
  ]);
  layout.space(14);
}

function writeCopies(layout: PdfLayout, { lines }: OrderWithTimeline, { locale }: ReceiptOptions): void {
  const t = getTranslator(locale);
  const format = new Intl.NumberFormat(locale);
  const head = { size: 8.5, color: MUTED_COLOR };
  layout.row([
    { ...head, text: t('server.receipt.copies'), from: 0, to: 0.12 },
    { ...head, text: t('server.receipt.books'), from: 0.14, to: 1 },
  ]);
  layout.space(2);
  layout.rule();
  for (const { qty, title, format: binding, isbn } of lines) {
    const details = [t(`common.formats.${binding}`), ...(isbn ? [t('server.receipt.isbn', { isbn })] : [])];
    layout.keepTogether([
      [
        { text: format.format(qty), from: 0, to: 0.12, size: 11 },
        { text: title, from: 0.14, to: 1, size: 11, direction: 'auto' },
      ],
      [{ ...head, text: details.join(' · '), from: 0.14, to: 1 }],
    ]);
    layout.space(8);
  }
}
