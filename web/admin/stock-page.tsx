import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StockHistory, StockMovement } from '#contract/admin-stock.ts';
import { isRunningLow } from '#domain/reorder.ts';
import { MAX_ENTRY_COPIES } from '#domain/stock.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useActorName } from './actor-name.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { Copies } from './inventory-area.tsx';
import { useCan } from './layout.tsx';
import { ReorderForm } from './reorder-form.tsx';

const FACTS = ['stock', 'awaited', 'waiting', 'sold', 'on_order'] as const;

/** The stock of one format: every movement with the stock after it, and how copies are corrected. */
export function StockPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const before = Number(search.get('before')) || undefined;
  const history = useQuery({
    queryKey: ['stock-history', id, before],
    queryFn: ({ signal }) => sendRequest('getStock', { params: { id }, query: { before }, signal }),
    placeholderData: keepPreviousData,
  });
  return <QueryContent query={history}>{(found) => <Stock history={found} isFirst={!before} />}</QueryContent>;
}

function Stock({ history: { format, reorder, rows, next }, isFirst }: { history: StockHistory; isFirst: boolean }) {
  const t = useTranslations('adminInventory.movements');
  const formats = useTranslations('common.formats');
  const demand = useTranslations('adminInventory.demand');
  const can = useCan();
  const isLow = isRunningLow(format.stock, { own: reorder.low_stock, shop: reorder.shop_low_stock });
  return (
    <div className="page">
      <PageTitle title={format.title} />
      <p>
        {formats(format.format)}
        {format.isbn && (
          <>
            {' · '}
            <bdi dir="ltr">{format.isbn}</bdi>
          </>
        )}
      </p>
      <dl className="stats">
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt>{demand(fact)}</dt>
            <dd>
              <Copies of={{ ...format, ...reorder }[fact]} />
              {fact === 'stock' && isLow && <small>{t('low')}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {can('stock.write') && (
        <>
          <Correction id={format.id} />
          <ReorderForm id={format.id} reorder={reorder} />
        </>
      )}
      <Movements rows={rows} />
      <nav className="admin-pages" aria-label={t('title')}>
        {!isFirst && <Link to="?">{t('newest')}</Link>}
        {next !== null && <Link to={`?before=${next}`}>{t('older')}</Link>}
      </nav>
    </div>
  );
}

function Movements({ rows }: { rows: readonly StockMovement[] }) {
  const t = useTranslations('adminInventory.movements');
  if (rows.length === 0) return <p>{t('none')}</p>;
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            {(['at', 'reason', 'change', 'left', 'actor'] as const).map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Movement key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Movement({ row }: { row: StockMovement }) {
  const t = useTranslations('adminInventory.movements');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  const can = useCan();
  return (
    <tr>
      <td className="is-detail">{moment(row.at)}</td>
      <td className="is-detail">
        {t(`reasons.${row.reason}`)}
        {row.order && (
          <>
            {' · '}
            {can('orders.read') ? <Link to={`/orders/${row.order}`}>{row.order}</Link> : row.order}
          </>
        )}
        {row.reference && (
          <small>
            <bdi>{row.reference}</bdi>
          </small>
        )}
        {row.note && <small dir="auto">{row.note}</small>}
        {row.counted_at && <small>{t('countedAt', { moment: moment(row.counted_at) })}</small>}
      </td>
      <td className="is-detail">
        <Copies of={row.quantity} isChange />
      </td>
      <td className="is-detail">
        <span className="inventory-label">{t('left')} </span>
        <Copies of={row.stock} />
      </td>
      <td className="is-detail">{row.actor === 'shop' ? t('shop') : nameOf(row.actor)}</td>
    </tr>
  );
}

type CorrectionInput = { kind: 'adjusted' | 'damaged'; qty: number; note: string };

function Correction({ id }: { id: number }) {
  const t = useTranslations('adminInventory.correction');
  const form = useRef<HTMLFormElement>(null);
  const correct = useCorrection(id, () => form.current?.reset());
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const kind = data.get('kind') === 'damaged' ? 'damaged' : 'adjusted';
    const copies = Number(data.get('copies'));
    const qty = data.get('kind') === 'fewer' ? -copies : copies;
    correct.mutate({ kind, qty, note: String(data.get('note')) });
  };
  return (
    <form ref={form} className="admin-row-form inventory-correction" aria-label={t('title')} onSubmit={submit}>
      <label className="field">
        <span>{t('kind')}</span>
        <select name="kind" defaultValue="damaged">
          <option value="damaged">{t('damaged')}</option>
          <option value="fewer">{t('fewer')}</option>
          <option value="more">{t('more')}</option>
        </select>
      </label>
      <label className="field">
        <span>{t('copies')}</span>
        <input type="number" name="copies" min={1} max={MAX_ENTRY_COPIES} defaultValue={1} required />
      </label>
      <label className="field inventory-note">
        <span>{t('note')}</span>
        <input type="text" name="note" maxLength={500} required pattern=".*\S.*" autoComplete="off" />
      </label>
      <button className="button" disabled={correct.isPending}>
        {t('book')}
      </button>
    </form>
  );
}

/** Books a correction; the same one pressed again after an error keeps its id. */
function useCorrection(id: number, onDone: () => void) {
  const t = useTranslations('adminInventory');
  const queries = useQueryClient();
  const entry = useRef<{ key: string; id: string }>(undefined);
  const onError = useStaffErrorToast({ out_of_stock: t('errors.out_of_stock'), not_found: t('errors.not_found') });
  return useMutation({
    mutationFn: ({ kind, qty, note }: CorrectionInput) => {
      const key = JSON.stringify([kind, qty, note]);
      if (entry.current?.key !== key) entry.current = { key, id: crypto.randomUUID() };
      return sendRequest('bookStock', { body: { kind, id: entry.current.id, note, lines: [{ id, qty }] } });
    },
    onSuccess: () => {
      entry.current = undefined;
      showToast({ text: t('correction.done') });
      onDone();
    },
    onError,
    onSettled: () =>
      Promise.all(
        ['stock', 'stock-history', 'low-stock', 'suggestions', 'work-list'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
