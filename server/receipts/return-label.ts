import { encode } from 'uqr';
import type { OrderWithTimeline } from '#contract/orders.ts';
import type { Contact } from '#contract/pages.ts';
import { addressLines } from '#domain/address.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import { MUTED_COLOR, PdfLayout, type Cell } from './pdf-layout.ts';

export type LabelOptions = { number: string; locale: Locale; shop: string; contact: Contact };

/** A page to print: what to do, and the label with the return's number, also as a QR code, to cut out. */
export async function renderReturnLabel(
  order: OrderWithTimeline,
  { number, locale, shop, contact }: LabelOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const t = getTranslator(locale);
  const title = t('server.returnLabel.title', { number });
  const layout = new PdfLayout({
    title,
    author: shop,
    language: locale,
    isRightToLeft: directionOf(locale) === 'rtl',
  });
  const line = (text: string, style: Partial<Cell> = {}): Cell[] => [
    { text, from: 0, to: 1, size: 11, direction: 'auto', ...style },
  ];
  layout.row(line(title, { size: 20, isBold: true }));
  layout.space(8);
  layout.row(line(t('server.returnLabel.order', { number: order.number })));
  for (const step of ['pack', 'attach', 'send'] as const) layout.row(line(t(`server.returnLabel.${step}`)));
  layout.space(20);
  layout.rule();
  layout.row(line(t('server.returnLabel.to'), { size: 9, color: MUTED_COLOR }));
  const address = contact.address?.split(/\s*[\n;]\s*/) ?? [];
  for (const text of [shop, ...address]) layout.row(line(text, { size: 16, isBold: true }));
  layout.space(12);
  layout.row(line(t('server.returnLabel.from'), { size: 9, color: MUTED_COLOR }));
  for (const text of addressLines(order.address)) layout.row(line(text));
  layout.space(16);
  layout.row(line(number, { size: 26, isBold: true, direction: 'ltr' }));
  layout.squares(encode(number, { ecc: 'M', border: 4 }).data, 150);
  layout.rule();
  return layout.finish(() => `${shop} · ${number}`);
}
