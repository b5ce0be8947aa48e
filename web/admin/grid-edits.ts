import type { PriceChange, TitleRow } from '#contract/admin-catalogue.ts';
import { changedPrices, isBigMove, parseCopies, parsePrice, type PriceRowError } from '#domain/catalogue/price-list.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';

export const GRID_COLUMNS = ['list_price', 'member_price', 'stock'] as const;
export type GridColumn = (typeof GRID_COLUMNS)[number];

/** A format as the grid shows it; prices in RM. One without an ISBN, or withdrawn, cannot be changed there. */
export type GridRow = Pick<TitleRow, 'title' | 'language'> &
  Omit<TitleRow['formats'][number], 'id'> & { id: string; titleId: number };

export function gridRowsOf(titles: readonly TitleRow[]): GridRow[] {
  return titles.flatMap(({ id: titleId, title, language, formats }) =>
    formats.map((format) => ({ ...format, id: String(format.id), titleId, title, language })),
  );
}

export const isEditable = ({ isbn, is_listed: isListed }: GridRow) => isbn !== null && isListed;

/** What was typed into cells of a row, over the row as it was then. */
type Edit = { row: GridRow; cells: Partial<Record<GridColumn, string>> };
/** Unsaved edits by the ids of their rows. */
export type Edits = Readonly<Record<string, Edit>>;
export type CellChange = { row: GridRow; column: GridColumn; text: string };

export function shownText(row: GridRow, column: GridColumn): string {
  return column === 'stock' ? String(row.stock) : row[column].toFixed(2);
}

/** What a cell has now: what was typed, or else what is stored. */
export function cellText(edits: Edits, row: GridRow, column: GridColumn): string {
  return edits[row.id]?.cells[column] ?? shownText(row, column);
}

/** Edits with what was typed into cells; what is typed as it was is no edit. */
export function withCells(edits: Edits, changes: readonly CellChange[]): Edits {
  const next: Record<string, Edit> = { ...edits };
  for (const { row, column, text } of changes) {
    const { row: base, cells: before } = next[row.id] ?? { row, cells: {} };
    const { [column]: _, ...others } = before;
    const cells = text.trim() === shownText(base, column) ? others : { ...others, [column]: text };
    if (Object.keys(cells).length > 0) next[row.id] = { row: base, cells };
    else delete next[row.id];
  }
  return next;
}

/** What a spreadsheet copied, into cells from one on; and how many of its rows had no place. */
export function pastedCells(
  rows: readonly GridRow[],
  from: { index: number; column: GridColumn },
  text: string,
): { changes: CellChange[]; left: number } {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const columns = GRID_COLUMNS.slice(GRID_COLUMNS.indexOf(from.column));
  const places = rows.slice(from.index, from.index + lines.length);
  const changes = places.flatMap((row, line) => {
    const cells = lines[line]!.split('\t').slice(0, columns.length);
    return isEditable(row) ? cells.map((cell, place) => ({ row, column: columns[place]!, text: cell.trim() })) : [];
  });
  return { changes, left: lines.length - places.filter(isEditable).length };
}

type Offer = PriceChange['before'];

export type Faults = Partial<Record<GridColumn, PriceRowError>>;
type ReadEdit = { faults: Faults; change?: PriceChange };

/** What an edit would change, by the rules of price lists; or which of its cells cannot be taken. */
export function readEdit({ row, cells }: Edit): ReadEdit {
  const was = { listPrice: senFromRinggit(row.list_price), memberPrice: senFromRinggit(row.member_price) };
  const listPrice = typed(cells.list_price, parsePrice);
  const memberPrice = typed(cells.member_price, parsePrice);
  const stock = typed(cells.stock, parseCopies);
  const will = changedPrices(was, { listPrice, memberPrice });
  const faults: Faults = {
    ...(listPrice === undefined && { list_price: 'price' }),
    ...(memberPrice === undefined && { member_price: 'price' }),
    ...(will.memberPrice > will.listPrice && { member_price: 'member' }),
    ...(stock === undefined && { stock: 'stock' }),
  };
  const before = {
    list_price: row.list_price,
    member_price: row.member_price,
    stock: stock === null ? null : row.stock,
  };
  const after = { list_price: ringgitFromSen(will.listPrice), member_price: ringgitFromSen(will.memberPrice) };
  if (stock === undefined || Object.keys(faults).length > 0) return { faults };
  const isSame = will.listPrice === was.listPrice && will.memberPrice === was.memberPrice && before.stock === stock;
  if (isSame) return { faults };
  const { id, isbn, title, format } = row;
  const isBig = isBigMove(was.listPrice, will.listPrice) || isBigMove(was.memberPrice, will.memberPrice);
  const change = { line: Number(id), isbn: isbn!, title, format, before, after: { ...after, stock }, is_big: isBig };
  return { faults, change };
}

/** Null for a cell where nothing was typed, undefined for what cannot be taken. */
function typed<T>(cell: string | undefined, parse: (text: string) => T | undefined): T | null | undefined {
  return cell === undefined ? null : parse(cell.trim());
}

/** Edits after some were saved: what a cell showed stays, over what was saved. */
export function withoutSaved(edits: Edits, saved: Edits): Edits {
  const next: Record<string, Edit> = { ...edits };
  for (const [id, sent] of Object.entries(saved)) {
    const typedSince = GRID_COLUMNS.map((column) => ({ column, text: cellText(edits, sent.row, column) })).filter(
      ({ column, text }) => text !== (sent.cells[column] ?? shownText(sent.row, column)),
    );
    const row = overOffer(sent.row, readEdit(sent).change?.after);
    delete next[id];
    Object.assign(
      next,
      withCells(
        {},
        typedSince.map((cell) => ({ row, ...cell })),
      ),
    );
  }
  return next;
}

/** Edits of formats that somebody else changed, over what these are now: the next time they are changed from that. */
export function overOffers(edits: Edits, offers: ReadonlyMap<string, Offer>): Edits {
  return Object.fromEntries(
    Object.entries(edits).map(([id, { row, cells }]) => [id, { row: overOffer(row, offers.get(row.isbn!)), cells }]),
  );
}

function overOffer(row: GridRow, offer: Offer | undefined): GridRow {
  return offer ? { ...row, ...offer, stock: offer.stock ?? row.stock } : row;
}
