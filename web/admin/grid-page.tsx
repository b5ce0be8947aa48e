import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PriceResult } from '#contract/admin-catalogue.ts';
import { MAX_PRICE_ROWS } from '#domain/catalogue/price-list.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { NoTitles, TitleFilters, useTitleList } from './catalogue-page.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { GRID_COLUMNS, gridRowsOf, readEdit, type Edits, type Faults, type GridRow } from './grid-edits.ts';
import { GridTable, useColumnNames } from './grid-table.tsx';
import { NotFoundPage, useCan } from './layout.tsx';
import { NotChanged, PriceChanges } from './price-changes.tsx';
import { useGridEdits, type GridEdits } from './use-grid-edits.ts';

export function GridPage() {
  const can = useCan();
  if (!can('catalogue.write')) return <NotFoundPage />;
  return (
    <AdminMessages of="adminCatalogue">
      <Grid />
    </AdminMessages>
  );
}

/** Prices and stock of many formats, typed into a grid: seen as a difference, then changed. */
export function Grid() {
  const t = useTranslations('adminCatalogue');
  const grid = useGridEdits();
  const [isReviewed, setReviewed] = useState(false);
  const [failed, setFailed] = useState<readonly PriceResult[]>([]);
  const list = useTitleList('grid', gridRowsOf);
  const showResults = (results: readonly PriceResult[]) => setFailed(results.filter(({ error }) => error !== null));
  const count = Object.keys(grid.edits).length;
  return (
    <div className="page">
      <p>
        <Link to="/catalogue">{t('title.back')}</Link>
      </p>
      <PageTitle title={t('grid.title')} />
      <p>{t('grid.text')}</p>
      <Toolbar grid={grid} count={count} onReview={() => setReviewed(true)} />
      {failed.length > 0 && <NotChanged results={failed} />}
      {isReviewed && count > 0 && <Review grid={grid} onResults={showResults} onClose={() => setReviewed(false)} />}
      <TitleFilters />
      <QueryContent query={list}>
        {(rows) => (rows.length === 0 ? <NoTitles list={list} /> : <GridTable list={list} grid={grid} />)}
      </QueryContent>
    </div>
  );
}

type ToolbarProps = { grid: GridEdits; count: number; onReview: () => void };

function Toolbar({ grid: { canUndo, dispatch }, count, onReview }: ToolbarProps) {
  const t = useTranslations('adminCatalogue.grid');
  return (
    <div className="admin-actions grid-actions">
      <button type="button" className="button" disabled={count === 0} onClick={onReview}>
        {t('review', { count })}
      </button>
      <button
        type="button"
        className="button button-quiet"
        disabled={!canUndo}
        onClick={() => dispatch({ do: 'undo' })}
      >
        {t('undo')}
      </button>
      <button
        type="button"
        className="button button-quiet"
        disabled={count === 0}
        onClick={() => dispatch({ do: 'discard' })}
      >
        {t('discard')}
      </button>
    </div>
  );
}

type ReviewProps = {
  grid: GridEdits;
  onResults: (results: readonly PriceResult[]) => void;
  onClose: () => void;
};

/** What would change; what cannot be taken stays in the grid. */
function Review({ grid, onResults, onClose }: ReviewProps) {
  const t = useTranslations('adminCatalogue');
  const read = Object.values(grid.edits).map((edit) => ({ row: edit.row, ...readEdit(edit) }));
  const changes = read.flatMap(({ change }) => change ?? []);
  const faulty = read.filter(({ faults }) => Object.keys(faults).length > 0);
  const big = changes.filter((change) => change.is_big).length;
  const apply = useApply(grid, onResults);
  return (
    <section className="grid-review" aria-labelledby="difference">
      <div role="status">
        <h2 id="difference">
          {changes.length === 0 ? t('prices.nothing') : t('prices.summary', { count: changes.length })}
        </h2>
      </div>
      {faulty.length > 0 && <FaultyCells rows={faulty} />}
      {big > 0 && <p className="alert alert-warning">{t('prices.big', { count: big })}</p>}
      <div className="admin-actions">
        <button
          type="button"
          className="button"
          disabled={apply.isPending || changes.length === 0}
          onClick={() => apply.mutate(changes)}
        >
          {t('prices.apply', { count: changes.length })}
        </button>
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('grid.close')}
        </button>
      </div>
      {changes.length > 0 && <PriceChanges changes={changes} />}
    </section>
  );
}

/** Which cells cannot be taken and why, also of rows that the list does not show now. */
function FaultyCells({ rows }: { rows: readonly { row: GridRow; faults: Faults }[] }) {
  const t = useTranslations('adminCatalogue');
  const names = useTranslations('common.formats');
  const columns = useColumnNames();
  const cells = rows.flatMap(({ row, faults }) =>
    GRID_COLUMNS.flatMap((column) => (faults[column] ? [{ row, column, fault: faults[column] }] : [])),
  );
  return (
    <div className="alert alert-danger">
      <p>{t('grid.faulty', { count: rows.length })}</p>
      <ul>
        {cells.map(({ row: { id, title, format }, column, fault }) => (
          <li key={`${id} ${column}`}>
            <bdi>{t('grid.cell', { column: columns[column], title, format: names(format) })}</bdi>:{' '}
            {t(`prices.reasons.${fault}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Change = NonNullable<ReturnType<typeof readEdit>['change']>;

/** Changes what is wanted, in parts: what was done leaves the grid also where a later part fails. */
function useApply({ edits, dispatch }: GridEdits, onResults: (results: readonly PriceResult[]) => void) {
  const t = useTranslations('adminCatalogue.prices');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({});
  return useMutation({
    mutationFn: async (changes: readonly Change[]) => {
      const results: PriceResult[] = [];
      try {
        for (let done = 0; done < changes.length; done += MAX_PRICE_ROWS)
          results.push(...(await applyPart(changes.slice(done, done + MAX_PRICE_ROWS))));
      } finally {
        const changed = new Set(results.filter(({ error }) => error === null).map(({ isbn }) => isbn));
        if (changed.size > 0) showToast({ text: t('done', { count: changed.size }) });
        dispatch({ do: 'saved', edits: editsOf(edits, changed) });
        dispatch({
          do: 'changed_meanwhile',
          offers: new Map(results.flatMap(({ isbn, now }) => (now ? [[isbn, now]] : []))),
        });
        onResults(results);
      }
    },
    onError: showErrorToast,
    // Nobody waits for all that was scrolled past to be read again.
    onSettled: () => [['titles'], ['title']].forEach((queryKey) => void queries.invalidateQueries({ queryKey })),
  });
}

async function applyPart(changes: readonly Change[]): Promise<PriceResult[]> {
  const rows = changes.map(({ isbn, before, after }) => ({ isbn, before, after }));
  return (await sendRequest('applyPrices', { body: { rows } })).results;
}

function editsOf(edits: Edits, isbns: ReadonlySet<string>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([, { row }]) => isbns.has(row.isbn!)));
}
