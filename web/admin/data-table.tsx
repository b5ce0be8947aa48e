import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { rowSelectionFeature, tableFeatures, useTable, type Row, type RowSelectionState } from '@tanstack/react-table';
import { memo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { LongTable, type ListQuery } from './long-table.tsx';
import { useShortcut } from './shortcuts.tsx';

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

/** A long list. `j` and `k` go from row to row, whose link Enter follows; `x` chooses the row, and a click with Shift all rows between. */
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
  useRowKeys(body, selection !== undefined);
  return (
    <LongTable
      label={label}
      list={list}
      rows={rows}
      body={body}
      className={selection ? undefined : 'is-unselectable'}
      head={
        <>
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
        </>
      }
    >
      {(row) => (
        <Cells
          row={row}
          columns={columns}
          isSelected={row.getIsSelected()}
          selectLabel={selection && t('select', { name: selection.nameOf(row.original) })}
        />
      )}
    </LongTable>
  );
}

const NO_ROWS: never[] = [];
/** Cells are rendered by ours; the library has the rows and which are chosen. */
const NO_COLUMNS: never[] = [];

const Cells = memo(RowCells) as typeof RowCells;

type CellsProps<T extends { id: string }> = {
  row: Row<typeof features, T>;
  columns: readonly Column<T>[];
  isSelected: boolean;
  selectLabel: string | undefined;
};

function RowCells<T extends { id: string }>({ row, columns, isSelected, selectLabel }: CellsProps<T>) {
  const toggle = row.getToggleSelectedHandler();
  return (
    <>
      {selectLabel && (
        <td>
          <input type="checkbox" aria-label={selectLabel} checked={isSelected} onChange={(event) => toggle(event)} />
        </td>
      )}
      {columns.map(({ id, cell, className }) => (
        <td key={id} className={className}>
          {cell(row.original)}
        </td>
      ))}
    </>
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
