import { setImmediate } from 'node:timers/promises';
import { DEFAULT_LOCALE, directionOf } from '#domain/locale.ts';
import type { PaperName, PrintKind } from '#domain/orders/packing.ts';
import type { Deps } from '../context.ts';
import type { Parcel } from '../orders/parcels.ts';
import { loadLetterhead } from './letterhead.ts';
import { writeAddressLabel } from './address-label.ts';
import { slipFooter, writePackingSlip } from './packing-slip.ts';
import { FOUR_ON_A4, PAPERS, PdfLayout } from './pdf-layout.ts';

export type PrintOptions = { kind: PrintKind; paper: PaperName };

/**
 * The packing slips of parcels, each in the language of its customer, or their address labels: one PDF, written piece by piece as
 * it is read, while the server goes on with other work between two parcels.
 */
export async function* printParcels(
  parcels: readonly Parcel[],
  deps: Pick<Deps, 'config' | 'storage'>,
  { kind, paper }: PrintOptions,
): AsyncGenerator<Buffer> {
  const { shopName: shop, contact } = deps.config;
  const letterhead = kind === 'slips' ? await loadLetterhead(deps) : { shop };
  const isRightToLeft = (parcel: Parcel) => kind === 'slips' && directionOf(parcel.locale) === 'rtl';
  const info = { title: shop, author: shop, language: DEFAULT_LOCALE, isRightToLeft: isRightToLeft(parcels[0]!) };
  const layout = new PdfLayout(info, kind === 'labels' && paper === 'a4' ? FOUR_ON_A4 : PAPERS[paper]);
  for (const [index, parcel] of parcels.entries()) {
    if (index > 0) layout.beginDocument(isRightToLeft(parcel));
    if (kind === 'slips') {
      writePackingSlip(layout, parcel, { locale: parcel.locale, ...letterhead });
      layout.endDocument(slipFooter(parcel, parcel.locale));
    } else {
      writeAddressLabel(layout, parcel, { shop, contact });
      layout.endDocument(() => parcel.number);
    }
    const written = layout.read();
    if (written) yield written;
    await setImmediate();
  }
  layout.end();
  const rest = layout.read();
  if (rest) yield rest;
}
