import { encode } from 'uqr';
import { addressLines } from '#domain/address.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import type { Parcel } from '../orders/parcels.ts';
import { getTranslator } from '../translations.ts';
import { writeLetterhead } from './letterhead.ts';
import { MUTED_COLOR, PdfLayout, type Paper } from './pdf-layout.ts';
import type { DocumentOptions } from './receipt.ts';

/** The order's number as a QR code: who packs scans it to open the order. */
const codeOf = ({ number }: Parcel) => encode(number, { ecc: 'M', border: 2 }).data;

/** How wide the code is, in points, and up to which part of the line texts stand beside it. */
const CODE_SIZE = 84;
const BESIDE_CODE = 0.7;

/** One packing slip as a PDF; see {@link writePackingSlip}. */
export async function renderPackingSlip(
  parcel: Parcel,
  options: DocumentOptions,
  paper?: Paper,
): Promise<Uint8Array<ArrayBuffer>> {
  const { locale, shop } = options;
  const title = `${getTranslator(locale)('server.packingSlip.title')} ${parcel.number}`;
  const isRightToLeft = directionOf(locale) === 'rtl';
  const layout = new PdfLayout({ title, author: shop, language: locale, isRightToLeft }, paper);
  writePackingSlip(layout, parcel, options);
  return layout.finish(slipFooter(parcel, locale));
}

export function slipFooter({ number }: Parcel, locale: Locale) {
  const t = getTranslator(locale);
  return (page: number, pages: number) => t('server.receipt.page', { order: number, page, pages });
}

/**
 * What lies in the parcel of an order: who receives which books, and the gift message. Whoever opens a gift reads it, so it has
 * no prices, no coupon and no word of the customer to the shop.
 */
export function writePackingSlip(layout: PdfLayout, parcel: Parcel, { locale, ...letterhead }: DocumentOptions): void {
  const t = getTranslator(locale);
  writeLetterhead(layout, letterhead, { title: t('server.packingSlip.title') });
  layout.squares(codeOf(parcel), CODE_SIZE, { isBeside: true });
  const beside = { from: 0, to: BESIDE_CODE, size: 12 };
  layout.row([{ ...beside, text: t('server.receipt.order', { number: parcel.number }), isBold: true }]);
  if (parcel.isGiftWrapped) layout.row([{ ...beside, text: t('server.packingSlip.giftWrap') }]);
  layout.space(10);
  writeBlock(layout, t('server.receipt.deliverTo'), addressLines(parcel.address), BESIDE_CODE);
  if (parcel.giftMessage) writeBlock(layout, t('server.packingSlip.giftMessage'), parcel.giftMessage.split('\n'), 1);
  writeCopies(layout, parcel, locale);
}

function writeBlock(layout: PdfLayout, name: string, lines: readonly string[], to: number): void {
  layout.keepTogether([
    [{ text: name, from: 0, to, size: 8.5, color: MUTED_COLOR }],
    ...lines.map((text) => [{ text, from: 0, to, size: 11, direction: 'auto' as const }]),
  ]);
  layout.space(14);
}

function writeCopies(layout: PdfLayout, { lines }: Parcel, locale: Locale): void {
  const t = getTranslator(locale);
  const format = new Intl.NumberFormat(locale);
  const head = { size: 8.5, color: MUTED_COLOR };
  layout.row([
    { ...head, text: t('server.receipt.copies'), from: 0, to: 0.16 },
    { ...head, text: t('server.receipt.books'), from: 0.18, to: 1 },
  ]);
  layout.space(2);
  layout.rule();
  for (const { qty, title, format: binding, isbn } of lines) {
    const details = [t(`common.formats.${binding}`), ...(isbn ? [t('server.receipt.isbn', { isbn })] : [])];
    layout.keepTogether([
      [
        { text: format.format(qty), from: 0, to: 0.16, size: 11 },
        { text: title, from: 0.18, to: 1, size: 11, direction: 'auto' },
      ],
      [{ ...head, text: details.join(' · '), from: 0.18, to: 1 }],
    ]);
    layout.space(8);
  }
}
