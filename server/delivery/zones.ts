import { eq, min } from 'drizzle-orm';
import type { DispatchCalendar } from '#domain/delivery-promise.ts';
import type { Locale } from '#domain/locale.ts';
import { isPostalCodeValid, type Zone, type Zones } from '#domain/shipping.ts';
import { type Database, asDatabaseError, type Connection } from '../db/connection.ts';
import { jsonArray, jsonObject } from '../db/subqueries.ts';
import { deliveryZone, deliveryZoneRange, dispatchCalendar } from '../db/tables.ts';
import { throwFieldError } from '../api-error.ts';

/** The channel on which the database notifies every server that zones changed. */
export const ZONES_CHANGED = 'delivery_zones_changed';

/** Every delivery zone, in the order of their postal codes, each with the shop's dispatch calendar. */
export function listZones(db: Database): Promise<Zones> {
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
}

/** The shop's dispatch calendar. */
export async function findDispatchCalendar(db: Database): Promise<DispatchCalendar> {
  const { weekdays, cutOff, holidays } = dispatchCalendar;
  const [calendar] = await db.select({ weekdays, cutOff, holidays }).from(dispatchCalendar);
  return calendar!;
}

/** Changes the shop's dispatch calendar; orders that were placed keep their promise. Changes at once follow each other. */
export function changeDispatchCalendar(
  db: Connection,
  change: (calendar: DispatchCalendar) => DispatchCalendar,
): Promise<DispatchCalendar> {
  return db.transaction(async (tx) => {
    await tx.select().from(dispatchCalendar).for('update');
    const changed = change(await findDispatchCalendar(tx));
    const { weekdays, cutOff, holidays } = changed;
    await tx.update(dispatchCalendar).set({ weekdays: [...weekdays], cutOff, holidays: [...holidays] });
    return changed;
  });
}

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

/** Makes a zone, or puts it in the place of the one with its name. Throws {@link ZonesOverlapError}. */
export async function saveZone(db: Connection, zone: Omit<Zone, 'dispatch'>): Promise<void> {
  const { name, ranges, cost, freeFrom, states, transit } = zone;
  const values = { cost, freeFrom, states: [...states], transitFrom: transit.from, transitTo: transit.to };
  try {
    await db.transaction(async (tx) => {
      await tx
        .insert(deliveryZone)
        .values({ name, ...values })
        .onConflictDoUpdate({ target: deliveryZone.name, set: values });
      await tx.delete(deliveryZoneRange).where(eq(deliveryZoneRange.zone, name));
      await tx
        .insert(deliveryZoneRange)
        .values(ranges.map(({ from, to }) => ({ zone: name, firstCode: from, lastCode: to })));
    });
  } catch (error) {
    const { constraint = '' } = asDatabaseError(error) ?? {};
    throw ['delivery_zone_range_no_overlap', 'delivery_zone_range_pkey'].includes(constraint)
      ? new ZonesOverlapError()
      : error;
  }
}

/** Deletes a zone; placed orders are not changed. False where there is none of that name. */
export async function removeZone(db: Database, name: string): Promise<boolean> {
  const removed = await db.delete(deliveryZone).where(eq(deliveryZone.name, name));
  return removed.rowCount === 1;
}
