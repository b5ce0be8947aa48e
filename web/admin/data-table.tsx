import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { rowSelectionFeature, tableFeatures, useTable, type Row, type RowSelectionState } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { useShortcut } from './shortcuts.tsx';

export type ListQuery<T> = UseInfiniteQueryResult<T[]>;

/** How often a list that no event renews is read again, in milliseconds; not once somebody has scrolled past so many pages. */
const POLLED_MS = 30_000;
const POLLED_PAGES = 3;

/** Loads a list page by page; `next` of a page is the `before` of the page after it. */
export function usePages<T>(
  queryKey: readonly unknown[],
  fetchPage: (before: string | undefined, signal: AbortSignal) => Promise<{ rows: T[]; next: string | null }>,
  { isPolled = false } = {},
): ListQuery<T> {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => isPolled && (data?.pages.length ?? 0) <= POLLED_PAGES && POLLED_MS,
  });
}

/** A column: on a phone `is-detail` moves below the first ones, and `is-count` is left out. */
export type Column<T> = {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  className?: 'is-detail' | 'is-count';
};

/** Whether rows can be chosen, and which are: their ids. */
export type Selection = { ids: RowSelectionState; setIds: (ids: RowSelectionState) => void };

const NOTHING: RowSelectionState = {};

/** Chosen rows of a list; none once the list is another one, which `key` says. */
export function useSelection(key: string): Selection {
  const [chosen, setChosen] = useState({ key, ids: NOTHING });
  return { ids: chosen.key === key ? chosen.ids : NOTHING, setIds: (ids) => setChosen({ key, ids }) };
}

const features = tableFeatures({ rowSelectionFeature });

type DataTableProps<T extends { id: string }> = {
  /** Names the table. */
  label: string;
  list: ListQuery<T>;
  /** Stable between renders, or every row is rendered anew. */
  columns: readonly Column<T>[];
  /** Without it rows cannot be chosen; `nameOf` names a row in the label of its checkbox. */
  selection?: Selection & { nameOf: (row: T) => string };
};

const ROW_HEIGHT = 57;

/** Rows on the page before and after the visible ones, for the keyboard and the browser's own search. */
const OVERSCAN = 40;

/**
 * A long list: only the rows near the window are on the page, and more load as the end comes near. `j` and `k` go from row to
 * row, whose link Enter follows; `x` chooses the row, and a click with Shift all rows between.
 */
export function DataTable<T extends { id: string }>({ label, list, columns, selection }: DataTableProps<T>) {
  const t = useTranslations('admin.table');
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = selection?.ids ?? NOTHING;
  const table = useTable({
    features,
    data: list.data ?? NO_ROWS,
    columns: NO_COLUMNS,
    getRowId: ({ id }) => id,
    state: { rowSelection: ids },
    onRowSelectionChange: (next) => selection?.setIds(typeof next === 'function' ? next(ids) : next),
  });
  const { rows } = table.getRowModel();
  const { items, before, after, measure } = useVisibleRows(rows, body);
  useMoreNearTheEnd(list, items.at(-1)?.index ?? 0);
  useRowKeys(body, selection !== undefined);
  return (
    <>
      <div className={selection ? 'admin-table' : 'admin-table is-unselectable'}>
        <table aria-label={label} aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}>
          <thead>
            <tr>
              {selection && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('selectAll')}
                    checked={table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </td>
              )}
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            <Space blockSize={before} />
            {items.map(({ index }) => (
              <TableRow
                key={rows[index]!.id}
                row={rows[index]!}
                columns={columns}
                index={index}
                measure={measure}
                isSelected={rows[index]!.getIsSelected()}
                selectLabel={selection && t('select', { name: selection.nameOf(rows[index]!.original) })}
              />
            ))}
            <Space blockSize={after} />
          </tbody>
        </table>
      </div>
      <More list={list} />
    </>
  );
}

const NO_ROWS: never[] = [];
/** Cells are rendered by ours; the library has the rows and which are chosen. */
const NO_COLUMNS: never[] = [];

/** Which rows of a long list are on the page, and how much space the others take before and after them. */
export function useVisibleRows(rows: readonly { id: string }[], body: RefObject<HTMLElement | null>) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(Math.round(body.current!.getBoundingClientRect().top + scrollY)), [body]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read while rendering, and kept by nobody
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.id,
    overscan: OVERSCAN,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  return {
    items,
    before: items.length === 0 ? 0 : items[0]!.start - top,
    after: items.length === 0 ? 0 : virtualizer.getTotalSize() + top - items.at(-1)!.end,
    measure: virtualizer.measureElement,
  };
}

export function Space({ blockSize }: { blockSize: number }) {
  return blockSize > 0 && <tr className="admin-table-space" aria-hidden="true" style={{ blockSize }} />;
}

const TableRow = memo(RowContent) as typeof RowContent;

type RowContentProps<T extends { id: string }> = {
  row: Row<typeof features, T>;
  columns: readonly Column<T>[];
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  isSelected: boolean;
  selectLabel: string | undefined;
};

function RowContent<T extends { id: string }>({ row, columns, index, measure, ...props }: RowContentProps<T>) {
  const toggle = row.getToggleSelectedHandler();
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {props.selectLabel && (
        <td>
          <input
            type="checkbox"
            aria-label={props.selectLabel}
            checked={props.isSelected}
            onChange={(event) => toggle(event)}
          />
        </td>
      )}
      {columns.map(({ id, cell, className }) => (
        <td key={id} className={className}>
          {cell(row.original)}
        </td>
      ))}
    </tr>
  );
}

/** How near the end of what is loaded the next page is asked for, in rows. */
const NEAR = 60;

/** Asks for the next page; after one that had nothing only a press does, for many more may have nothing either. */
export function useMoreNearTheEnd<T>(
  { data, hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage }: ListQuery<T>,
  last: number,
): void {
  const count = data?.length ?? 0;
  const asked = useRef(-1);
  const isNear = last + 1 >= count - (NEAR - OVERSCAN);
  useEffect(() => {
    if (isFetching && !isFetchingNextPage) asked.current = -1;
    if (!isNear || !hasNextPage || isFetching || isError || asked.current === count) return;
    asked.current = count;
    void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage, count]);
}

export function More<T>({
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: {
  list: ListQuery<T>;
}) {
  const t = useTranslations('admin.table');
  if (!hasNextPage) return null;
  return (
    <p className="admin-more">
      {isFetchNextPageError && <span role="alert">{t('moreFailed')}</span>}
      <button
        type="button"
        className="button button-quiet"
        disabled={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {t('more')}
      </button>
    </p>
  );
}

/** The row that is worked on is the one with the focus. */
function useRowKeys(body: RefObject<HTMLElement | null>, canSelect: boolean): void {
  const t = useTranslations('admin.shortcuts');
  const rowOf = (index: number) => body.current?.querySelector<HTMLElement>(`tr[data-index='${index}']`);
  const focused = () => document.activeElement?.closest<HTMLElement>('tr[data-index]');
  const go = (step: number) => {
    const row = focused();
    const next = row ? rowOf(Number(row.dataset.index) + step) : firstInView(body.current);
    next?.querySelector<HTMLElement>('a[href], button')?.focus();
  };
  useShortcut('j', t('next'), () => go(1));
  useShortcut('k', t('previous'), () => go(-1));
  useShortcut(
    'x',
    t('choose'),
    () => canSelect && focused()?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  );
}

function firstInView(body: HTMLElement | null): HTMLElement | undefined {
  const rows = body?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [];
  return [...rows].find((row) => row.getBoundingClientRect().top >= 0);
}
