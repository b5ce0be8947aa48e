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
import { gridRowsOf, readEdit, useGridEdits, type Edits, type GridEdits } from './grid-edits.ts';
import { GridTable } from './grid-table.tsx';
import { NotFoundPage, useCan } from './layout.tsx';
import { NotChanged, PriceChanges } from './price-changes.tsx';

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
function Grid() {
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

function Toolbar({ grid, count, onReview }: { grid: GridEdits; count: number; onReview: () => void }) {
  const t = useTranslations('adminCatalogue.grid');
  return (
    <div className="admin-actions grid-actions">
      <button type="button" className="button" disabled={count === 0} onClick={onReview}>
        {t('review', { count })}
      </button>
      <button type="button" className="button button-quiet" disabled={!grid.canUndo} onClick={grid.undo}>
        {t('undo')}
      </button>
      <button type="button" className="button button-quiet" disabled={count === 0} onClick={() => grid.replace({})}>
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
  const read = Object.values(grid.edits).map(readEdit);
  const changes = read.flatMap(({ change }) => change ?? []);
  const faulty = read.filter(({ faults }) => Object.keys(faults).length > 0).length;
  const big = changes.filter((change) => change.is_big).length;
  const apply = useApply(grid, onResults);
  return (
    <section className="grid-review" aria-labelledby="difference">
      <div role="status">
        <h2 id="difference">
          {changes.length === 0 ? t('prices.nothing') : t('prices.summary', { count: changes.length })}
        </h2>
      </div>
      {faulty > 0 && <p className="alert alert-danger">{t('grid.faulty', { count: faulty })}</p>}
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

type Change = NonNullable<ReturnType<typeof readEdit>['change']>;

/** Changes what is wanted, in parts: what was done leaves the grid also where a later part fails. */
function useApply({ edits, replace }: GridEdits, onResults: (results: readonly PriceResult[]) => void) {
  const t = useTranslations('adminCatalogue.prices');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({});
  return useMutation({
    mutationFn: async (changes: readonly Change[]) => {
      const results: PriceResult[] = [];
      try {
        for (let done = 0; done < changes.length; done += MAX_PRICE_ROWS) {
          const rows = changes.slice(done, done + MAX_PRICE_ROWS);
          const wanted = rows.map(({ isbn, before, after }) => ({ isbn, before, after }));
          results.push(...(await sendRequest('applyPrices', { body: { rows: wanted } })).results);
        }
      } finally {
        const changed = new Set(results.filter(({ error }) => error === null).map(({ isbn }) => isbn));
        if (changed.size > 0) showToast({ text: t('done', { count: changed.size }) });
        const left = withoutRows(edits, changed);
        replace(left);
        onResults(results);
        const stale = results.filter(({ error }) => error === 'edited_meanwhile').map(({ isbn }) => isbn);
        if (stale.length > 0)
          replace(
            await overCurrentRows(
              left,
              changes.filter(({ isbn }) => stale.includes(isbn)),
            ),
          );
      }
    },
    onError: showErrorToast,
    onSettled: () => Promise.all([['titles'], ['title']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Edits of formats that somebody else changed, over what these are now: the next time they are changed from that. */
async function overCurrentRows(edits: Edits, changes: readonly Change[]): Promise<Edits> {
  const lines = changes.map(({ isbn, after }) =>
    [isbn, after.list_price, after.member_price, after.stock ?? ''].join(),
  );
  const text = ['isbn,list_price,member_price,stock', ...lines].join('\n');
  const { changes: now } = await sendRequest('previewPrices', { body: { text } });
  const current = new Map(now.map(({ isbn, before }) => [isbn, before]));
  return Object.fromEntries(
    Object.entries(edits).map(([id, { row, cells }]) => {
      const { stock, ...prices } = current.get(row.isbn!) ?? { stock: null };
      return [id, { row: { ...row, ...prices, stock: stock ?? row.stock }, cells }];
    }),
  );
}

function withoutRows(edits: Edits, isbns: ReadonlySet<string>): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([, { row }]) => !isbns.has(row.isbn!)));
}
