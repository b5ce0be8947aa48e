import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';

export type ListQuery<T> = UseInfiniteQueryResult<T[]>;

const ROW_HEIGHT = 57;

/** Rows on the page before and after the visible ones, at least: for the keyboard, and for a wheel that turns fast. */
const OVERSCAN = 12;
/** Rows come and go so many at once: laying out and painting a table costs as much for one. */
const STEP = 8;

type LongTableProps<Row extends { id: string }> = {
  /** Names the table. */
  label: string;
  list: ListQuery<unknown>;
  /** What the list has so far. */
  rows: readonly Row[];
  body: RefObject<HTMLTableSectionElement | null>;
  className?: string | undefined;
  /** The cells above the columns. */
  head: ReactNode;
  /** The cells of a row. */
  children: (row: Row, index: number) => ReactNode;
};

/** A table of which only the rows near the window are on the page; more load as the end comes near. */
export function LongTable<Row extends { id: string }>({ label, list, rows, body, ...props }: LongTableProps<Row>) {
  const { first, end, before, after, measure } = useVisibleRows(rows, body);
  const table = useSteadyColumns([label, rows[0]?.id]);
  useMoreNearTheEnd(list, { count: rows.length, last: end - 1 });
  return (
    <>
      <div className={`admin-table ${props.className ?? ''}`}>
        <table ref={table} aria-label={label} aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}>
          <thead>
            <tr>{props.head}</tr>
          </thead>
          <tbody ref={body}>
            <Space blockSize={before} />
            <Rows rows={rows} first={first} end={end} measure={measure}>
              {props.children}
            </Rows>
            <Space blockSize={after} />
          </tbody>
        </table>
      </div>
      <More list={list} />
    </>
  );
}

/**
 * Columns keep the widths that the first rows gave them, whatever rows come later, until the space for the table is another or one of
 * `from` is: they do not move while a list is scrolled, and the browser need not look at every cell again.
 */
function useSteadyColumns(from: readonly unknown[]): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    const { style, parentElement } = table.current!;
    const cells = [...table.current!.querySelectorAll<HTMLElement>('thead tr > *')];
    let known = 0;
    const observer = new ResizeObserver(([space]) => {
      if (space!.contentRect.width === known) return;
      known = space!.contentRect.width;
      style.tableLayout = 'auto';
      for (const cell of cells) cell.style.inlineSize = '';
      const widths = cells.map((cell) => cell.getBoundingClientRect().width);
      for (const [index, cell] of cells.entries()) cell.style.inlineSize = `${widths[index]}px`;
      style.tableLayout = 'fixed';
    });
    observer.observe(parentElement!);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- the caller says what makes other columns
  }, from);
  return table;
}

type RowsProps<Row> = Pick<LongTableProps<Row & { id: string }>, 'rows' | 'children'> & {
  first: number;
  end: number;
  measure: (row: HTMLTableRowElement | null) => void;
};

/** Rendered only when other rows come onto the page, not whenever the page is scrolled. */
const Rows = memo(RowsInView) as typeof RowsInView;

function RowsInView<Row extends { id: string }>({ rows, first, end, measure, children }: RowsProps<Row>): ReactNode {
  return rows.slice(first, end).map((row, place) => (
    <tr key={row.id} ref={measure} data-index={first + place} aria-rowindex={first + place + 2}>
      {children(row, first + place)}
    </tr>
  ));
}

/** Which rows are on the page, and how much space the others take before and after them. */
function useVisibleRows(rows: readonly { id: string }[], body: RefObject<HTMLElement | null>) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(Math.round(body.current!.getBoundingClientRect().top + scrollY)), [body]);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is read while rendering, and kept by nobody
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.id,
    overscan: OVERSCAN,
    rangeExtractor: inSteps,
    scrollMargin: top,
  });
  const items = virtualizer.getVirtualItems();
  return {
    first: items[0]?.index ?? 0,
    end: (items.at(-1)?.index ?? -1) + 1,
    before: items.length === 0 ? 0 : items[0]!.start - top,
    after: items.length === 0 ? 0 : virtualizer.getTotalSize() + top - items.at(-1)!.end,
    measure: virtualizer.measureElement,
  };
}

function inSteps({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(Math.floor((startIndex - overscan) / STEP) * STEP, 0);
  const end = Math.min(Math.ceil((endIndex + 1 + overscan) / STEP) * STEP, count);
  return Array.from({ length: end - first }, (_, index) => first + index);
}

function Space({ blockSize }: { blockSize: number }) {
  return blockSize > 0 && <tr className="admin-table-space" aria-hidden="true" style={{ blockSize }} />;
}

/** How near the end of what is loaded the next page is asked for, in rows. */
const NEAR = 60;

/** Asks for the next page; after one that had nothing only a press does, for many more may have nothing either. */
function useMoreNearTheEnd(
  { hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage }: ListQuery<unknown>,
  { count, last }: { count: number; last: number },
): void {
  const asked = useRef(-1);
  const isNear = last + 1 >= count - (NEAR - OVERSCAN);
  useEffect(() => {
    if (isFetching && !isFetchingNextPage) asked.current = -1;
    if (!isNear || !hasNextPage || isFetching || isError || asked.current === count) return;
    asked.current = count;
    void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage, count]);
}

/** The button that loads further rows. */
export function More({
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: {
  list: ListQuery<unknown>;
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
