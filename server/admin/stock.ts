import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import {
  MAX_STOCK_ROWS,
  type bookStock as bookContract,
  type bookStockCount as countContract,
  type getStock as historyContract,
  type StockRow,
} from '#contract/admin-stock.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { writeAudit } from '../audit/audit.ts';
import { findReorder } from '../catalogue/on-order.ts';
import { bookStockCount, bookStockEntry, compareCounts } from '../catalogue/stock-entries.ts';
import { listStockRows, requireStockHistory } from '../catalogue/stock-history.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { queryWords } from '../search/search-index.ts';
import { reorderSettings } from './reorder.ts';
import { staffEntry, type StaffRequest } from './staff-action.ts';

type StockEndpoint = 'listStock' | 'getStock' | 'bookStock' | 'compareStockCount' | 'bookStockCount';

export function stockHandlers(deps: Deps): Pick<Handlers, StockEndpoint & keyof typeof ADMIN_ROUTES> {
  const { db } = deps;
  return {
    listStock: async ({ query }) => ({ rows: await findStock(deps, query.q) }),
    getStock: ({ params, query }) => findHistory(deps, params.id, query),
    bookStock: ({ body, principal, client }) => book(deps, { principal, client }, body),
    compareStockCount: async ({ body }) => {
      const rows = await compareCounts(db, body.lines);
      if (rows.length < body.lines.length) throwApiError('not_found');
      return { rows: rows.map(({ isOutdated, ...row }) => ({ ...row, is_outdated: isOutdated })) };
    },
    bookStockCount: ({ body, principal, client }) => bookCount(deps, { principal, client }, body),
  };
}

async function findHistory(
  { preparedDb: db, settings }: Deps,
  id: number,
  page: ParsedOf<typeof historyContract>['query'],
) {
  const [history, { lowStock, onOrder, ...demand }] = await Promise.all([
    requireStockHistory(db, id, page),
    findReorder(db, id),
  ]);
  const own = { low_stock: lowStock, shop_low_stock: reorderSettings(settings).lowStock, on_order: onOrder };
  return { ...history, reorder: { ...own, ...demand } };
}

/** Titles whose formats a search shows. */
const MAX_TITLES = 20;

/** The format of an ISBN, in the shop or not; else the formats of the titles in the shop that the words find. */
async function findStock({ preparedDb: db, search }: Deps, q: string): Promise<StockRow[]> {
  const isbn = parseIsbn(q);
  if (isbn !== undefined) return listStockRows(db, { isbn });
  const words = queryWords(q);
  if (words.length === 0) return [];
  const { products } = await search.search({ filter: { q, page: 1, limit: MAX_TITLES }, words });
  return listStockRows(db, { productIds: products.map(({ id }) => id), limit: MAX_STOCK_ROWS });
}

const VERBS = { received: 'stock receive', adjusted: 'stock adjust', damaged: 'stock damaged' } as const;

function book(deps: Deps, request: StaffRequest, entry: ParsedOf<typeof bookContract>['body']): Promise<void> {
  return bookOnce(deps, request, { verb: VERBS[entry.kind], about: entry.id }, (tx) =>
    bookStockEntry(tx, { ...entry, actor: request.principal.name }),
  );
}

function bookCount(deps: Deps, request: StaffRequest, count: ParsedOf<typeof countContract>['body']): Promise<void> {
  return bookOnce(deps, request, { verb: 'stock count', about: count.id }, (tx) =>
    bookStockCount(tx, { ...count, actor: request.principal.name }),
  );
}

/** Books and writes the audit entry in one transaction: what is booked once stands once in the audit trail. */
function bookOnce(
  { db }: Deps,
  request: StaffRequest,
  action: { verb: string; about: string },
  run: (tx: Database) => Promise<boolean>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (await run(tx)) await writeAudit(tx, staffEntry(request, action));
  });
}
