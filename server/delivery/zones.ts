import { eq, min } from 'drizzle-orm';
import type { DispatchCalendar } from '#domain/delivery-promise.ts';
import type { Locale } from '#domain/locale.ts';
import { isPostalCodeValid, type Zone, type Zones } from '#domain/shipping.ts';
import { type Database, asDatabaseError, type Connection } from '../db/connection.ts';
import { keepStatement } from '../db/kept-statement.ts';
import { jsonArray, jsonObject } from '../db/subqueries.ts';
import { deliveryZone, deliveryZoneRange, dispatchCalendar } from '../db/tables.ts';
import { throwApiError, throwFieldError } from '../api-error.ts';
import { lockSettings, recordChange, type Edit } from '../shop-settings/setting-changes.ts';

/** The channel on which the database notifies every server that zones changed. */
export const ZONES_CHANGED = 'delivery_zones_changed';

/** Every delivery zone, in the order of their postal codes, each with the shop's dispatch calendar. */
export function listZones(db: Database): Promise<Zones> {
  return selectZones(db, {});
}

const selectZones = keepStatement((db) => {
  const { name, cost, freeFrom, states, transitFrom, transitTo } = deliveryZone;
  const { zone, firstCode, lastCode } = deliveryZoneRange;
  const { isOnly, weekdays, cutOff, holidays } = dispatchCalendar;
  return db
    .select({
      name,
      cost,
      freeFrom,
      states,
      ranges: jsonArray({ from: firstCode, to: lastCode }, firstCode),
      transit: jsonObject({ from: transitFrom, to: transitTo }),
      dispatch: jsonObject({ weekdays, cutOff, holidays }),
    })
    .from(deliveryZone)
    .innerJoin(deliveryZoneRange, eq(zone, name))
    .innerJoin(dispatchCalendar, eq(isOnly, true))
    .groupBy(name, isOnly)
    .orderBy(min(firstCode));
});

/** The shop's dispatch calendar. */
export async function findDispatchCalendar(db: Database): Promise<DispatchCalendar> {
  const { weekdays, cutOff, holidays } = dispatchCalendar;
  const [calendar] = await db.select({ weekdays, cutOff, holidays }).from(dispatchCalendar);
  return calendar!;
}

/** The name of the dispatch calendar, and of a zone, in the history of settings. */
export const DISPATCH = 'dispatch';
export const zoneSetting = (name: string) => `zone ${name}`;

/**
 * Changes the shop's dispatch calendar; orders that were placed keep their promise. Changes at once follow each other. Throws
 * `edited_meanwhile`.
 */
export function changeDispatchCalendar(
  db: Connection,
  change: (calendar: DispatchCalendar) => DispatchCalendar,
  edit: Edit = OPERATOR,
): Promise<Changed<DispatchCalendar>> {
  return db.transaction(async (tx) => {
    await lockSettings(tx, [DISPATCH]);
    const before = await findDispatchCalendar(tx);
    const after = change(before);
    const { weekdays, cutOff, holidays } = after;
    await recordChange(tx, { name: DISPATCH, before, after, ...edit });
    await tx.update(dispatchCalendar).set({ weekdays: [...weekdays], cutOff, holidays: [...holidays] });
    return { before, after };
  });
}

const OPERATOR: Edit = { actor: 'operator' };
type Changed<T> = { before: T; after: T };
type OwnZone = Omit<Zone, 'dispatch'>;

/** Throws a field error for a postal code that no zone delivers to. */
export function requireServedPostalCode(
  zones: Zones,
  zip: string,
  { locale, path }: { locale: Locale; path: string },
): void {
  if (!isPostalCodeValid(zones, zip)) throwFieldError(locale, path, 'postal_code');
}

/** The zones as pages show them, read once until they change. What decides about money reads them anew. */
export class ZoneCache {
  readonly #db: Database;
  #zones: Promise<Zones> | undefined;
  #last: Zones = [];

  constructor(db: Database) {
    this.#db = db;
  }

  /** As they were last read, for a page that must not query the database; none before that. */
  get last(): Zones {
    return this.#last;
  }

  async get(): Promise<Zones> {
    this.#zones ??= listZones(this.#db);
    const reading = this.#zones;
    try {
      this.#last = await reading;
      return this.#last;
    } catch (error) {
      if (this.#zones === reading) this.#zones = undefined;
      throw error;
    }
  }

  drop(): void {
    this.#zones = undefined;
  }
}

/** A postal code is in another zone already. */
export class ZonesOverlapError extends Error {}

/** Who saves a zone; a version of null makes a new one, and none of its name may be there. */
type ZoneEdit = Omit<Edit, 'version'> & { version?: number | null | undefined };

/** Makes a zone, or puts it in the place of the one with its name. Throws {@link ZonesOverlapError} and `edited_meanwhile`. */
export async function saveZone(
  db: Connection,
  zone: OwnZone,
  { actor, version }: ZoneEdit = OPERATOR,
): Promise<{ before: OwnZone | null; after: OwnZone }> {
  const { name, ranges, cost, freeFrom, states, transit } = zone;
  const values = { cost, freeFrom, states: [...states], transitFrom: transit.from, transitTo: transit.to };
  try {
    return await db.transaction(async (tx) => {
      await lockSettings(tx, [zoneSetting(name)]);
      const before = await findOwnZone(tx, name);
      const after = { name, ranges, cost, freeFrom, states, transit };
      if (version === null && before) throwApiError('edited_meanwhile');
      await recordChange(tx, { name: zoneSetting(name), before, after, actor, version: version ?? undefined });
      await tx
        .insert(deliveryZone)
        .values({ name, ...values })
        .onConflictDoUpdate({ target: deliveryZone.name, set: values });
      await tx.delete(deliveryZoneRange).where(eq(deliveryZoneRange.zone, name));
      await tx
        .insert(deliveryZoneRange)
        .values(ranges.map(({ from, to }) => ({ zone: name, firstCode: from, lastCode: to })));
      return { before, after };
    });
  } catch (error) {
    const { constraint = '' } = asDatabaseError(error) ?? {};
    throw ['delivery_zone_range_no_overlap', 'delivery_zone_range_pkey'].includes(constraint)
      ? new ZonesOverlapError()
      : error;
  }
}

async function findOwnZone(db: Database, name: string): Promise<OwnZone | null> {
  const found = (await listZones(db)).find((zone) => zone.name === name);
  if (!found) return null;
  const { dispatch: _, ...own } = found;
  return own;
}

/** Deletes a zone; placed orders are not changed. Nothing where there is none of that name. Throws `edited_meanwhile`. */
export function removeZone(db: Connection, name: string, edit: Edit = OPERATOR): Promise<OwnZone | null> {
  return db.transaction(async (tx) => {
    await lockSettings(tx, [zoneSetting(name)]);
    const before = await findOwnZone(tx, name);
    if (!before) return null;
    await recordChange(tx, { name: zoneSetting(name), before, after: null, ...edit });
    await tx.delete(deliveryZone).where(eq(deliveryZone.name, name));
    return before;
  });
}
