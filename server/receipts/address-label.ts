import { encode } from 'uqr';
import type { Contact } from '#contract/pages.ts';
import { addressLines } from '#domain/address.ts';
import { formatPhone } from '#domain/phone.ts';
import type { Parcel } from '../orders/parcels.ts';
import { MUTED_COLOR, type Cell, type PdfLayout } from './pdf-layout.ts';

export type Sender = { shop: string; contact: Contact };

/** The sizes of an address, in points: the largest that leaves room for what stands below it. */
const SIZES = [20, 16, 13, 10] as const;
const CODE_SIZE = 92;
/** The rule, the number and its code, in points. */
const BELOW = CODE_SIZE + 40;

/** Where a parcel goes, in English for the carrier; names and streets as they were written. */
export function writeAddressLabel(layout: PdfLayout, { number, address }: Parcel, { shop, contact }: Sender): void {
  const sender = [shop, ...(contact.address?.split(/\s*[\n;]\s*/) ?? [])];
  layout.keepTogether([head('From'), ...sender.map((text) => line(text, 10))]);
  layout.space(8);
  layout.rule();
  layout.space(6);
  layout.row(head('To'));
  const rowsOf = (size: number) => [
    ...addressLines(address).map((text, index) => line(text, size, index === 0)),
    ...(address.phone ? [line(formatPhone(address.phone), size * 0.8)] : []),
  ];
  const size = SIZES.find((one) => layout.hasRoomFor(rowsOf(one), BELOW)) ?? SIZES.at(-1)!;
  layout.keepTogether(rowsOf(size));
  layout.space(12);
  layout.rule();
  layout.space(6);
  layout.squares(encode(number, { ecc: 'M', border: 2 }).data, CODE_SIZE, { isBeside: true });
  layout.row([{ ...head('Order')[0]!, to: 0.6 }]);
  layout.row([{ text: number, from: 0, to: 0.6, size: 20, isBold: true, direction: 'ltr' }]);
}

const head = (text: string): [Cell] => [{ text, from: 0, to: 1, size: 9, color: MUTED_COLOR }];

const line = (text: string, size: number, isBold = false): Cell[] => [
  { text, from: 0, to: 1, size, isBold, direction: 'auto' },
];
