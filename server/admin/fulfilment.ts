import { Readable } from 'node:stream';
import type {
  listOrdersToPack as listContract,
  packOrder as packContract,
  Parcel as ParcelView,
  PickList,
} from '#contract/admin-fulfilment.ts';
import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { NewShipment } from '#domain/orders/shipment-list.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { findPacker, listOrdersToPack, makePickList } from '../orders/fulfilment.ts';
import { listHeldLines } from '../orders/held-lines.ts';
import { listParcels, packParcel } from '../orders/parcels.ts';
import { readShipments, shipOrder, shipOrders } from '../orders/ship-orders.ts';
import { printParcels, type PrintOptions } from '../receipts/print-parcels.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type FulfilmentEndpoint =
  | 'listOrdersToPack'
  | 'getPickList'
  | 'printParcels'
  | 'getParcel'
  | 'packOrder'
  | 'previewShipments'
  | 'shipOrders';

export function fulfilmentHandlers(deps: Deps): Pick<Handlers, FulfilmentEndpoint & keyof typeof ADMIN_ROUTES> {
  const { db, preparedDb } = deps;
  return {
    listOrdersToPack: ({ query }) => listPageToPack(preparedDb, query),
    getPickList: ({ query }) => findPickList(preparedDb, query.number),
    printParcels: ({ params, query }) => printOrders(deps, { ...params, ...query }),
    getParcel: ({ params }) => requireParcel(preparedDb, params.number),
    packOrder: ({ body, principal, client }) => packOrder(deps, { principal, client }, body),
    previewShipments: async ({ body }) => ({ rows: await readShipments(db, body.csv, body.carrier) }),
    shipOrders: async ({ body, principal, client }) => ({
      results: await shipOrders(db, body.parcels, (parcel) => shipAsStaff(deps, { principal, client }, parcel)),
    }),
  };
}

/** Paid orders that wait to be packed; `next` is the `after` of the next page. */
async function listPageToPack(db: Database, { limit, ...filter }: ParsedOf<typeof listContract>['query']) {
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
async function findPickList(db: Database, numbers: readonly string[]): Promise<PickList> {
  const { formats, ...rest } = await makePickList(db, numbers);
  return { ...rest, formats: formats.map(({ variantId, ...format }) => ({ variant_id: variantId, ...format })) };
}

/** Slips or labels as a file, streamed. Throws `not_found`. */
async function printOrders(
  deps: Deps,
  { number, ...options }: PrintOptions & { number: readonly string[] },
): Promise<ResponseWith<Readable>> {
  const parcels = await listParcels(deps.db, [...new Set(number)]);
  const name = parcels.length === 1 ? `${parcels[0]!.number}-${options.kind}` : options.kind;
  return new ResponseWith(Readable.from(printParcels(parcels, deps, options), { objectMode: false }), {
    headers: { 'Content-Disposition': `attachment; filename="${name}.pdf"` },
  });
}

/** What the packing table shows of an order. Throws `not_found`. */
async function requireParcel(db: Database, number: string): Promise<ParcelView> {
  const [parcel] = await listParcels(db, [number.toUpperCase()]);
  const { id, state, address, isGiftWrapped, giftMessage, note, lines } = parcel!;
  const [held, packer] = await Promise.all([listHeldLines(db, id), findPacker(db, id)]);
  return {
    number: parcel!.number,
    status: state,
    name: address.name,
    is_gift_wrapped: isGiftWrapped,
    gift_message: giftMessage,
    note,
    lines: lines.map(({ orderId: _order, number: _number, variantId: _variant, ...line }) => line),
    held,
    packed: packer ? { actor: packer.actor, at: packer.at.toISOString() } : null,
  };
}

/** Packs an order with the copies that were scanned; see {@link packParcel} for what it throws. */
function packOrder(
  deps: Deps,
  request: StaffRequest,
  { number, lines }: ParsedOf<typeof packContract>['body'],
): Promise<void> {
  return runAsStaff(deps, request, { verb: 'order pack', about: number }, (inside) =>
    packParcel(inside, {
      number,
      actor: request.principal.name,
      copies: Object.fromEntries(lines.map(({ id, qty }) => [id, qty])),
    }),
  );
}

function shipAsStaff(deps: Deps, request: StaffRequest, parcel: NewShipment): Promise<void> {
  return runAsStaff(deps, request, { verb: 'order ship', about: parcel.number }, (inside) =>
    shipOrder(inside, parcel, request.principal.name),
  );
}
