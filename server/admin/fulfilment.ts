import { Readable } from 'node:stream';
import type { listOrdersToPack as listContract, PickList } from '#contract/admin-fulfilment.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ResponseWith } from '../http/headers.ts';
import { listOrdersToPack, makePickList } from '../orders/fulfilment.ts';
import { listParcels } from '../orders/parcels.ts';
import { printParcels, type PrintOptions } from '../receipts/print-parcels.ts';

/** Paid orders that wait to be packed; `next` is the `after` of the next page. */
export async function listPageToPack(db: Database, { limit, ...filter }: ParsedOf<typeof listContract>['query']) {
  const found = await listOrdersToPack(db, { ...filter, limit: limit + 1 });
  const page = found.slice(0, limit);
  const rows = page.map(({ number, placedAt, name, copies, isGift, held }) => ({
    number,
    placed_at: placedAt.toISOString(),
    name,
    copies,
    is_gift: isGift,
    held,
  }));
  return { rows, next: found.length > limit ? page.at(-1)!.id : null };
}

/** What to fetch from the shelves for these orders. */
export async function findPickList(db: Database, numbers: readonly string[]): Promise<PickList> {
  const { formats, ...rest } = await makePickList(db, numbers);
  return { ...rest, formats: formats.map(({ variantId, ...format }) => ({ variant_id: variantId, ...format })) };
}

/** Slips or labels as a file, streamed. Throws `not_found`. */
export async function printOrders(
  { db, config }: Deps,
  { number, ...options }: PrintOptions & { number: readonly string[] },
): Promise<ResponseWith<Readable>> {
  const parcels = await listParcels(db, [...new Set(number)]);
  const name = parcels.length === 1 ? `${parcels[0]!.number}-${options.kind}` : options.kind;
  return new ResponseWith(Readable.from(printParcels(parcels, config, options), { objectMode: false }), {
    headers: { 'Content-Disposition': `attachment; filename="${name}.pdf"` },
  });
}
