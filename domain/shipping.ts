import { DEFAULT_DISPATCH, type DispatchCalendar, type Transit } from './delivery-promise.ts';
import type { Sen } from './money.ts';
import { latinDigits } from './latin-digits.ts';

/** Means "no delivery to this postal code", on the wire too (where it is RM −1). */
export const SHIPPING_UNAVAILABLE = -1;

/**
 * Delivery cost in sen for an amount after all discounts, or {@link SHIPPING_UNAVAILABLE}.
 * Specification §9.1: below a zone's `freeFrom` its cost applies, from there on delivery is free.
 */
export function shippingCost(zones: Zones, postalCode: string, amount: Sen): Sen {
  const zone = findZone(zones, postalCode);
  if (!zone) return SHIPPING_UNAVAILABLE;
  return amount < zone.freeFrom ? zone.cost : 0;
}

/** Sen still missing for free delivery to a postal code; 0 when it is free, nothing where we do not deliver. */
export function amountToFreeDelivery(zones: Zones, postalCode: string, amount: Sen): Sen | undefined {
  const zone = findZone(zones, postalCode);
  return zone && Math.max(0, zone.freeFrom - amount);
}

/** Postal codes from `from` to `to`, both included; compared as numbers. */
export type PostalRange = { from: number; to: number };

/**
 * Where we deliver to: every code in `ranges` for `cost`, free once the amount reaches `freeFrom`; both in sen. `states`
 * are those that its addresses may lie in; `dispatch` says when its parcels leave, `transit` how long they take.
 */
export type Zone = {
  name: string;
  ranges: readonly PostalRange[];
  cost: Sen;
  freeFrom: Sen;
  states: readonly string[];
  transit: Transit;
  dispatch: DispatchCalendar;
};

/** All zones of the shop, of which no two hold the same postal code. */
export type Zones = readonly Zone[];

/** The zones that a shop begins with: the two of specification §9.1, peninsula and east. */
export const DEFAULT_ZONES: Zones = [
  {
    name: 'peninsula',
    ranges: [{ from: 10_000, to: 86_900 }],
    cost: 800,
    freeFrom: 131_00,
    states: [
      'Johor',
      'Kelantan',
      'Melaka',
      'Negeri Sembilan',
      'Pahang',
      'Perak',
      'Pulau Pinang',
      'Selangor',
      'Terengganu',
      'Kuala Lumpur',
      'Putrajaya',
    ],
    transit: { from: 1, to: 2 },
    dispatch: DEFAULT_DISPATCH,
  },
  {
    name: 'east',
    ranges: [{ from: 87_000, to: 98_859 }],
    cost: 2700,
    freeFrom: 701_00,
    states: ['Sabah', 'Sarawak', 'Labuan'],
    transit: { from: 3, to: 5 },
    dispatch: DEFAULT_DISPATCH,
  },
];

/** A range as people write it: always five digits. */
export function formatPostalRange({ from, to }: PostalRange): string {
  return from === to ? formatPostalCode(from) : `${formatPostalCode(from)}–${formatPostalCode(to)}`;
}

/** Ranges as people write them, such as `01000-02999, 05000`; nothing where one is none. */
export function parsePostalRanges(text: string): PostalRange[] | undefined {
  const ranges = text.split(',').map((part) => {
    const [from, to = from, ...more] = part.split(/[-–]/).map((code) => parsePostalCode(code));
    return more.length === 0 && from && to && from <= to ? { from: Number(from), to: Number(to) } : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** A postal code that was compared as a number, as it is written. */
export function formatPostalCode(code: number): string {
  return String(code).padStart(5, '0');
}

/** A postal code as five ASCII digits (Persian and Arabic digits are read too), or nothing. */
export function parsePostalCode(text: string): string | undefined {
  const digits = latinDigits(text.trim());
  return /^\d{5}$/.test(digits) ? digits : undefined;
}

/** The delivery zone that a postal code lies in, or nothing where we do not deliver. */
export function findZone(zones: Zones, postalCode: string): Zone | undefined {
  return zones.find((zone) => findRange(zone, postalCode) !== undefined);
}

/** The range of a zone that a postal code lies in. */
export function findRange(zone: Zone, postalCode: string): PostalRange | undefined {
  const parsed = parsePostalCode(postalCode);
  if (parsed === undefined) return undefined;
  const number = Number(parsed);
  return zone.ranges.find(({ from, to }) => number >= from && number <= to);
}

/** The `zippy` rule (specification §5.4): valid exactly where delivery is possible. */
export function isPostalCodeValid(zones: Zones, postalCode: string): boolean {
  return findZone(zones, postalCode) !== undefined;
}

/** A real postal code that lies in no zone, as it is written: we know it, and do not deliver there yet. */
export function findUnservedPostalCode(zones: Zones, postalCode: string): string | undefined {
  const parsed = parsePostalCode(postalCode);
  return parsed !== undefined && !isPostalCodeValid(zones, parsed) ? parsed : undefined;
}

/** The thirteen states of Malaysia by name, then its three federal territories. */
export const MALAYSIAN_STATES: readonly string[] = [
  'Johor',
  'Kedah',
  'Kelantan',
  'Melaka',
  'Negeri Sembilan',
  'Pahang',
  'Perak',
  'Perlis',
  'Pulau Pinang',
  'Sabah',
  'Sarawak',
  'Selangor',
  'Terengganu',
  'Kuala Lumpur',
  'Labuan',
  'Putrajaya',
];

/** The state or federal territory that most postal codes of each range lie in, by the first two digits. */
const STATES: readonly (readonly [from: number, to: number, state: string])[] = [
  [1, 2, 'Perlis'],
  [5, 9, 'Kedah'],
  [10, 14, 'Pulau Pinang'],
  [15, 18, 'Kelantan'],
  [20, 24, 'Terengganu'],
  [25, 28, 'Pahang'],
  [30, 36, 'Perak'],
  [39, 39, 'Pahang'],
  [40, 48, 'Selangor'],
  [49, 49, 'Pahang'],
  [50, 60, 'Kuala Lumpur'],
  [62, 62, 'Putrajaya'],
  [63, 68, 'Selangor'],
  [69, 69, 'Pahang'],
  [70, 73, 'Negeri Sembilan'],
  [75, 78, 'Melaka'],
  [79, 86, 'Johor'],
  [87, 87, 'Labuan'],
  [88, 91, 'Sabah'],
  [93, 98, 'Sarawak'],
];

/** The state that a postal code most likely lies in, to suggest it; nothing for a code that we do not deliver to. */
export function stateOfPostalCode(zones: Zones, postalCode: string): string | undefined {
  const zone = findZone(zones, postalCode);
  if (!zone) return undefined;
  if (zone.states.length === 1) return zone.states[0];
  const area = Number(parsePostalCode(postalCode)!.slice(0, 2));
  const state = STATES.find(([from, to]) => area >= from && area <= to)?.[2];
  return state !== undefined && zone.states.includes(state) ? state : undefined;
}

/** Postal codes with the name of where they are: the state where it is known, else the zone's. */
export type DeliveryPlace = PostalRange & { zone: number; state?: string };

/** Every place that we deliver to, by ranges of postal codes; `zone` is the place of its zone among all. */
export function deliveryPlaces(zones: Zones): DeliveryPlace[] {
  return zones.flatMap((zone, index) => [
    ...STATES.flatMap(([first, last, state]) =>
      zone.ranges.flatMap((range) => {
        const from = Math.max(range.from, first * 1000);
        const to = Math.min(range.to, last * 1000 + 999);
        return from <= to && zone.states.includes(state) ? [{ from, to, zone: index, state }] : [];
      }),
    ),
    ...zone.ranges.map(({ from, to }) => ({ from, to, zone: index })),
  ]);
}

/** The states that a delivery address may be in, Malaysia's in their usual order, others after them. */
export function servedStates(zones: Zones): string[] {
  const served = new Set(zones.flatMap((zone) => zone.states));
  return [...new Set([...MALAYSIAN_STATES, ...served])].filter((state) => served.has(state));
}

/** The states of Malaysia that no zone delivers to. */
export function unservedStates(zones: Zones): string[] {
  const served = new Set(zones.flatMap((zone) => zone.states));
  return MALAYSIAN_STATES.filter((state) => !served.has(state));
}
