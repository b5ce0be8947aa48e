import { parse, CsvError } from 'csv-parse/sync';
import { inArray } from 'drizzle-orm';
import type { ErrorCode } from '#contract/error-codes.ts';
import {
  checkShipment,
  MAX_SHIPMENTS,
  recogniseColumns,
  shipmentEffect,
  shipmentOf,
  type NewShipment,
  type ShipmentProblem,
} from '#domain/orders/shipment-list.ts';
import { ApiError, requireFound, throwApiError } from '../api-error.ts';
import { cleanCell } from '../catalogue/csv-format.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { order, shipment } from '../db/tables.ts';
import { transitionOrder } from './transition-order.ts';

/** A row of a list: what it says, and whether it ships its order, has done so before, or cannot. */
export type ShipmentRow = NewShipment & { line: number; effect: 'ship' | 'done' | ShipmentProblem };

/**
 * Reads a list of parcels, pasted from a spreadsheet or from a carrier's file: separated by commas, semicolons or tabs. Changes
 * nothing. Throws `invalid` where its columns are not recognised or it has more than {@link MAX_SHIPMENTS} rows.
 */
export async function readShipments(db: Database, text: string, carrier?: string): Promise<ShipmentRow[]> {
  const [first, ...rest] = parseCells(text);
  const recognised = recogniseColumns(first?.cells ?? []);
  if (!first || !recognised) throwApiError('invalid');
  const rows = recognised.hasHeader ? rest : [first, ...rest];
  if (rows.length > MAX_SHIPMENTS) throwApiError('invalid');
  const shipments = rows.map(({ line, cells }) => ({ line, ...shipmentOf(cells, recognised.columns, carrier) }));
  const orders = await findShippedOrders(
    db,
    shipments.map(({ number }) => number),
  );
  const seen = new Set<string>();
  return shipments.map((row) => {
    const isRepeated = seen.has(row.number);
    seen.add(row.number);
    const problem = checkShipment(row) ?? (isRepeated ? 'repeated' : undefined);
    return { ...row, effect: problem ?? shipmentEffect(row, orders.get(row.number)) };
  });
}

function parseCells(text: string): { line: number; cells: string[] }[] {
  const firstLine = text.slice(0, text.search(/\n|$/));
  const delimiter = ['\t', ';', ','].find((sign) => firstLine.includes(sign)) ?? ',';
  try {
    const parsed = parse(text, { bom: true, info: true, delimiter, relax_column_count: true, skip_empty_lines: true });
    return (parsed as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines,
      cells: record.map(cleanCell),
    }));
  } catch (error) {
    if (error instanceof CsvError) throwApiError('invalid', {}, error);
    throw error;
  }
}

async function findShippedOrders(db: Database, numbers: readonly string[]) {
  const found = await db
    .select({ id: order.id, number: order.number, state: order.state })
    .from(order)
    .where(inArray(order.number, [...new Set(numbers)]));
  const parcels = await db
    .select({ orderId: shipment.orderId, carrier: shipment.carrier, tracking: shipment.tracking })
    .from(shipment)
    .where(
      inArray(
        shipment.orderId,
        found.map(({ id }) => id),
      ),
    );
  const byOrder = Map.groupBy(parcels, ({ orderId }) => orderId);
  return new Map(found.map(({ id, number, state }) => [number, { state, parcels: byOrder.get(id) ?? [] }]));
}

/** What became of a parcel; `done`: it was on its way before. */
export type ShipResult = { number: string; outcome: 'shipped' | 'done' | null; error: ErrorCode | null };

/**
 * Ships orders one after the other, each by itself: `ship` is called for each and throws where it cannot be shipped. An order
 * that is on its way with this very parcel stays as it is, so that a list can be sent again.
 */
export async function shipOrders(
  db: Database,
  shipments: readonly NewShipment[],
  ship: (parcel: NewShipment) => Promise<unknown>,
): Promise<ShipResult[]> {
  const results: ShipResult[] = [];
  for (const parcel of shipments) {
    const { number } = parcel;
    try {
      await ship(parcel);
      results.push({ number, outcome: 'shipped', error: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isDone = error.code === 'too_late' && (await isShipped(db, parcel));
      results.push({ number, ...(isDone ? { outcome: 'done', error: null } : { outcome: null, error: error.code }) });
    }
  }
  return results;
}

async function isShipped(db: Database, parcel: NewShipment): Promise<boolean> {
  const orders = await findShippedOrders(db, [parcel.number]);
  return shipmentEffect(parcel, orders.get(parcel.number)) === 'done';
}

/** Ships one order with its parcel, and emails its customer. Throws what `transitionOrder` throws. */
export async function shipOrder(deps: Deps, { number, ...parcel }: NewShipment, actor: string): Promise<void> {
  const [found] = await deps.db
    .select({ id: order.id })
    .from(order)
    .where(inArray(order.number, [number]));
  await transitionOrder(deps, requireFound(found).id, { to: 'shipped', actor, parcel });
}
