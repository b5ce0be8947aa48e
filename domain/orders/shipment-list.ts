import type { OrderState } from './order.ts';

/** The most rows of a list of parcels. */
export const MAX_SHIPMENTS = 1000;

/** What is read of a list of parcels, by the words that carriers and spreadsheets write above their columns. */
const COLUMN_WORDS = {
  number: [
    'order',
    'ordernumber',
    'orderno',
    'orderid',
    'number',
    'reference',
    'referenceno',
    'ref',
    'customerreference',
  ],
  carrier: ['carrier', 'courier', 'couriername', 'shippingcompany', 'shippedby', 'service'],
  tracking: [
    'tracking',
    'trackingnumber',
    'trackingno',
    'trackingcode',
    'trackingid',
    'awb',
    'awbno',
    'airwaybill',
    'consignment',
    'consignmentno',
    'connote',
    'parcelid',
  ],
} as const;
export type ShipmentColumn = keyof typeof COLUMN_WORDS;

/** Where a column stands in the rows; none where there is no such column. */
export type ShipmentColumns = Readonly<Record<ShipmentColumn, number | undefined>>;

const FIELDS = Object.keys(COLUMN_WORDS) as ShipmentColumn[];
const ORDER_NUMBER = /^\s*bk-?\d{5,9}\s*$/i;

/**
 * The columns of a list by its header, or undefined where its first row is none. Without a header a list has the order's
 * number, the carrier and the tracking number, in this order; or the number and the tracking number.
 */
export function recogniseColumns(
  first: readonly string[],
): { columns: ShipmentColumns; hasHeader: boolean } | undefined {
  const words = first.map((cell) => cell.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const placeOf = (field: ShipmentColumn) => {
    const place = words.findIndex((word) => COLUMN_WORDS[field].some((known) => known === word));
    return place === -1 ? undefined : place;
  };
  const columns = Object.fromEntries(FIELDS.map((field) => [field, placeOf(field)])) as ShipmentColumns;
  if (columns.number !== undefined && columns.tracking !== undefined) return { columns, hasHeader: true };
  if (!ORDER_NUMBER.test(first[0] ?? '') || first.length < 2) return undefined;
  const isWithCarrier = first.length > 2;
  return {
    columns: { number: 0, carrier: isWithCarrier ? 1 : undefined, tracking: isWithCarrier ? 2 : 1 },
    hasHeader: false,
  };
}

/** Why a row of a list cannot be applied. */
export const SHIPMENT_PROBLEMS = [
  'number_missing',
  'carrier_missing',
  'tracking_missing',
  'invalid_text',
  'repeated',
  'not_found',
  'not_packed',
  'shipped_otherwise',
  'cancelled',
] as const;
export type ShipmentProblem = (typeof SHIPMENT_PROBLEMS)[number];

export type NewShipment = { number: string; carrier: string; tracking: string };

/** A parcel as its row says it; a list without a carrier has one for all. */
export function shipmentOf(cells: readonly string[], columns: ShipmentColumns, carrier = ''): NewShipment {
  const cell = (field: ShipmentColumn) => (columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim());
  const number = cell('number').toUpperCase();
  return {
    number: /^BK\d+$/.test(number) ? `BK-${number.slice(2)}` : /^\d{5,9}$/.test(number) ? `BK-${number}` : number,
    carrier: cell('carrier') || carrier.trim(),
    tracking: cell('tracking'),
  };
}

const isLine = (text: string) => text.length <= 100 && !/\p{Cc}|[\u2028\u2029]/u.test(text);

/** What is wrong with a row by itself. */
export function checkShipment({ number, carrier, tracking }: NewShipment): ShipmentProblem | undefined {
  if (number === '') return 'number_missing';
  if (tracking === '') return 'tracking_missing';
  if (carrier === '') return 'carrier_missing';
  return [number, carrier, tracking].every(isLine) ? undefined : 'invalid_text';
}

/** What a row does to an order with these parcels: ships it, or nothing, because that is done. */
export function shipmentEffect(
  { carrier, tracking }: NewShipment,
  order: { state: OrderState; parcels: readonly { carrier: string; tracking: string }[] } | undefined,
): 'ship' | 'done' | ShipmentProblem {
  if (!order) return 'not_found';
  if (order.state === 'packed') return 'ship';
  if (order.state === 'cancelled') return 'cancelled';
  if (order.state === 'placed' || order.state === 'paid') return 'not_packed';
  const isSame = order.parcels.some((parcel) => parcel.carrier === carrier && parcel.tracking === tracking);
  return isSame ? 'done' : 'shipped_otherwise';
}
