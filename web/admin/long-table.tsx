import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslations } from 'use-intl';

export type ListQuery<T> = UseInfiniteQueryResult<T[]>;

const ROW_HEIGHT = 57;

/** Rows on the page before and after the visible ones, for the keyboard and the browser's own search. */
const OVERSCAN = 40;

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
  const { items, before, after, measure } = useVisibleRows(rows, body);
  useMoreNearTheEnd(list, { count: rows.length, last: items.at(-1)?.index ?? 0 });
  return (
    <>
      <div className={`admin-table ${props.className ?? ''}`}>
        <table aria-label={label} aria-rowcount={list.hasNextPage ? -1 : rows.length + 1}>
          <thead>
            <tr>{props.head}</tr>
          </thead>
          <tbody ref={body}>
            <Space blockSize={before} />
            {items.map(({ index }) => (
              <tr key={rows[index]!.id} ref={measure} data-index={index} aria-rowindex={index + 2}>
                {props.children(rows[index]!, index)}
              </tr>
            ))}
            <Space blockSize={after} />
          </tbody>
        </table>
      </div>
      <More list={list} />
    </>
  );
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
