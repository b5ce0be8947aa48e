import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Suggestion, SuggestionList } from '#contract/admin-reorder.ts';
import { MAX_ON_ORDER } from '#domain/reorder.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { ForeignText } from '../ui/text.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { FormatOf } from './low-stock-page.tsx';

/** What to order again, by publisher, with the reason in numbers; quantities can be changed before it is exported. */
export function PurchasePage() {
  const t = useTranslations('adminInventory.suggestions');
  const suggestions = useQuery({
    queryKey: ['suggestions'],
    queryFn: ({ signal }) => sendRequest('listSuggestions', { signal }),
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p className="lead">{t('lead')}</p>
      <QueryContent query={suggestions}>
        {(list) =>
          list.rows.length === 0 ? <EmptyState title={t('none')} text={t('noneText')} /> : <Purchase list={list} />
        }
      </QueryContent>
    </div>
  );
}

type Quantities = ReadonlyMap<number, number>;

function Purchase({ list: { rows, total, cover_days: coverDays } }: { list: SuggestionList }) {
  const t = useTranslations('adminInventory.suggestions');
  const [typed, setTyped] = useState<Quantities>(new Map());
  const groups = Map.groupBy(rows, ({ publisher }) => publisher);
  return (
    <>
      {total > rows.length && <p>{t('more', { shown: rows.length, total })}</p>}
      <OrderButtons rows={rows} typed={typed} name="to-order" />
      {[...groups].map(([publisher, of], place) => (
        <section key={publisher} aria-labelledby={`publisher-${place}`}>
          <h2 id={`publisher-${place}`}>{publisher === '' ? t('noPublisher') : <bdi>{publisher}</bdi>}</h2>
          <ul className="admin-list">
            {of.map((row) => (
              <Line
                key={row.id}
                row={row}
                coverDays={coverDays}
                quantity={quantityOf(row, typed)}
                onQuantity={(quantity) => setTyped(new Map(typed).set(row.id, quantity))}
              />
            ))}
          </ul>
          {groups.size > 1 && <OrderButtons rows={of} typed={typed} name={`to-order-${place + 1}`} />}
        </section>
      ))}
    </>
  );
}

const quantityOf = ({ id, quantity }: Suggestion, typed: Quantities) => typed.get(id) ?? quantity;

type LineProps = { row: Suggestion; coverDays: number; quantity: number; onQuantity: (quantity: number) => void };

function Line({ row, coverDays, quantity, onQuantity }: LineProps) {
  const t = useTranslations('adminInventory.suggestions');
  const { expected, awaited, waiting, stock, on_order: onOrder, sold, lead_days: leadDays } = row;
  return (
    <li className="purchase-line">
      <div className="scan-title">
        <Link to={`/inventory/formats/${row.id}`}>
          <ForeignText text={row.title} language={row.language} />
        </Link>{' '}
        <FormatOf row={row} />
        <small>{t('sales', { sold, days: leadDays + coverDays, expected })}</small>
        <small>{t('reason', { expected, awaited, waiting, stock, onOrder, quantity: row.quantity })}</small>
      </div>
      <input
        type="number"
        min={0}
        max={MAX_ON_ORDER}
        value={quantity}
        aria-label={t('quantityOf', { title: row.title })}
        onChange={({ target }) =>
          onQuantity(Math.min(Math.max(Math.trunc(target.valueAsNumber || 0), 0), MAX_ON_ORDER))
        }
      />
    </li>
  );
}

type OrderProps = { rows: readonly Suggestion[]; typed: Quantities; name: string };

/** The list for a supplier as a file; and that it was ordered, so that it is not suggested again. */
function OrderButtons({ rows, typed, name }: OrderProps) {
  const t = useTranslations('adminInventory.suggestions');
  const can = useCan();
  const lines = rows.map((row) => ({ row, qty: quantityOf(row, typed) })).filter(({ qty }) => qty > 0);
  const copies = lines.reduce((sum, { qty }) => sum + qty, 0);
  const order = useOrder();
  if (!can('stock.write')) return null;
  return (
    <div className="admin-bulk" role="group" aria-label={t('count', { copies, formats: lines.length })}>
      <span>{t('count', { copies, formats: lines.length })}</span>
      {lines.length > 0 && (
        <>
          <DownloadButton
            name={`${name}.csv`}
            fetch={() =>
              fetchFile('exportPurchaseList', { body: { lines: lines.map(({ row: { id }, qty }) => ({ id, qty })) } })
            }
          >
            {t('export')}
          </DownloadButton>
          <button
            type="button"
            className="button"
            disabled={order.isPending}
            onClick={() =>
              order.mutate(
                lines.map(({ row: { id, on_order: before }, qty }) => ({
                  id,
                  before,
                  copies: Math.min(before + qty, MAX_ON_ORDER),
                })),
              )
            }
          >
            {t('ordered')}
          </button>
        </>
      )}
    </div>
  );
}

/** Notes copies as on order; where somebody else was faster, or no answer came, the list is read anew. */
function useOrder() {
  const t = useTranslations('adminInventory.suggestions');
  const queries = useQueryClient();
  const onError = useStaffErrorToast({ edited_meanwhile: t('meanwhile') });
  return useMutation({
    mutationFn: (lines: { id: number; before: number; copies: number }[]) =>
      sendRequest('setOnOrder', { body: { lines } }),
    onSuccess: (_, lines) => showToast({ text: t('done', { formats: lines.length }) }),
    onError,
    onSettled: () =>
      Promise.all(
        ['suggestions', 'low-stock', 'stock-history'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
}
