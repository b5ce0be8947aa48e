import type { DeliverySettings } from '#contract/admin-settings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { Transit } from '#domain/delivery-promise.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { formatPostalCode, formatPostalRange, parsePostalRanges, type Zone } from '#domain/shipping.ts';

/** A delivery zone as it is typed: postal codes as ranges between commas, prices in RM, days as numbers. */
export type ZoneDraft = {
  name: string;
  codes: string;
  cost: string;
  freeFrom: string;
  from: string;
  to: string;
  states: string[];
};
export type ZoneField = keyof ZoneDraft;
export const ZONE_FIELDS = ['codes', 'cost', 'freeFrom', 'from', 'to', 'states'] as const satisfies ZoneField[];

export const NEW_ZONE: ZoneDraft = { name: '', codes: '', cost: '', freeFrom: '', from: '2', to: '5', states: [] };

export type ZoneRow = DeliverySettings['zones'][number];

export function draftOf({ name, ranges, cost, free_from: freeFrom, transit, states }: ZoneRow): ZoneDraft {
  const codes = ranges.map(({ from, to }) => formatPostalRange({ from: Number(from), to: Number(to) })).join(', ');
  const days = { from: String(transit.from), to: String(transit.to) };
  return { name, codes, cost: String(cost), freeFrom: String(freeFrom), ...days, states: [...states] };
}

/** What a zone was once, as the history stores it: in sen. */
export function draftOfStored({ cost, freeFrom, ranges, ...zone }: Omit<Zone, 'dispatch'>): ZoneDraft {
  return draftOf({
    ...zone,
    ranges: ranges.map(({ from, to }) => ({ from: formatPostalCode(from), to: formatPostalCode(to) })),
    states: [...zone.states],
    cost: ringgitFromSen(cost),
    free_from: ringgitFromSen(freeFrom),
    version: 0,
  });
}

/** What is sent, or nothing where its postal codes are none. */
export function bodyOf(draft: ZoneDraft, version: number | null): BodyOf<Endpoints['saveZone']> | undefined {
  const ranges = parsePostalRanges(draft.codes);
  return (
    ranges && {
      name: draft.name,
      ranges: ranges.map(({ from, to }) => ({ from: formatPostalCode(from), to: formatPostalCode(to) })),
      cost: Number(draft.cost),
      free_from: Number(draft.freeFrom),
      states: draft.states,
      transit: transitOf(draft),
      version,
    }
  );
}

export function transitOf({ from, to }: Pick<ZoneDraft, 'from' | 'to'>): Transit {
  return { from: Number(from), to: Number(to) };
}
