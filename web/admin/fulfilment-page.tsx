import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderToPack } from '#contract/admin-fulfilment.ts';
import { scannedOrder } from '#domain/orders/packing.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Count } from '../ui/text.tsx';
import { HeldLines } from './held-lines.tsx';
import { packPath } from './pack-page.tsx';
import { PrintButtons } from './print-buttons.tsx';
import { ScanField } from './scan-field.tsx';

/** Paid orders, oldest first: those to pack, or those that wait for a date or for copies. */
export function FulfilmentPage() {
  const t = useTranslations('adminFulfilment');
  const [search] = useSearchParams();
  const isHeld = search.has('held');
  const after = search.get('after') ?? undefined;
  const orders = useQuery({
    queryKey: ['orders', 'to-pack', isHeld, after],
    queryFn: ({ signal }) =>
      sendRequest('listOrdersToPack', { query: { held: isHeld ? 'true' : 'false', ...(after && { after }) }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <OpenOrder />
      <Views isHeld={isHeld} />
      <QueryContent query={orders}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 && <EmptyState {...emptyTexts(t, isHeld)} />}
            {rows.length > 0 && isHeld && <HeldOrders rows={rows} />}
            {rows.length > 0 && !isHeld && <OrdersToPack key={after} rows={rows} />}
            <Pages next={next} isHeld={isHeld} hasPrevious={after !== undefined} />
          </>
        )}
      </QueryContent>
    </div>
  );
}

type Translate = ReturnType<typeof useTranslations<'adminFulfilment'>>;

function emptyTexts(t: Translate, isHeld: boolean) {
  return isHeld ? { title: t('noneHeld'), text: t('noneHeldText') } : { title: t('none'), text: t('noneText') };
}

/** Opens the packing table of an order whose slip is scanned. */
function OpenOrder() {
  const t = useTranslations('adminFulfilment');
  const navigate = useNavigate();
  const [wrong, setWrong] = useState<string>();
  const open = (text: string) => {
    const number = scannedOrder(/^\d+$/.test(text) ? `BK-${text}` : text);
    if (number) void navigate(packPath(number));
    setWrong(number ? undefined : text);
  };
  return (
    <>
      <ScanField label={t('open')} button={t('openButton')} isInvalid={wrong !== undefined} onScan={open} />
      <div role="alert">{wrong !== undefined && <p className="field-error">{t('openWrong', { text: wrong })}</p>}</div>
    </>
  );
}

function Views({ isHeld }: { isHeld: boolean }) {
  const t = useTranslations('adminFulfilment');
  return (
    <nav className="fulfilment-views" aria-label={t('views')}>
      <Link to="?" aria-current={isHeld ? undefined : 'page'}>
        {t('toPack')}
      </Link>
      <Link to="?held" aria-current={isHeld ? 'page' : undefined}>
        {t('held')}
      </Link>
      <Link to="ship">{t('ship.open')}</Link>
    </nav>
  );
}

function OrdersToPack({ rows }: { rows: readonly OrderToPack[] }) {
  const t = useTranslations('adminFulfilment');
  const table = useTranslations('admin.table');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (number: string) =>
    setSelected(
      (before) => new Set(before.has(number) ? [...before].filter((one) => one !== number) : [...before, number]),
    );
  // Others pack meanwhile: what is chosen is chosen among the orders that are left.
  const chosen = rows.map(({ number }) => number).filter((number) => selected.has(number));
  const isAll = chosen.length === rows.length;
  return (
    <>
      <Chosen numbers={chosen} />
      <div className="admin-table">
        <table>
          <thead>
            <tr>
              <td>
                <input
                  type="checkbox"
                  aria-label={table('selectAll')}
                  checked={isAll}
                  onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ number }) => number)))}
                />
              </td>
              {(['order', 'placed', 'customer', 'copies'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.number}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={table('select', { name: row.number })}
                    checked={selected.has(row.number)}
                    onChange={() => toggle(row.number)}
                  />
                </td>
                <OrderCells row={row} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What can be done with the chosen orders. */
function Chosen({ numbers }: { numbers: readonly string[] }) {
  const t = useTranslations('adminFulfilment');
  const orders = useTranslations('admin.orders');
  const count = orders('selected', { count: numbers.length });
  return (
    <div className="admin-bulk" role="group" aria-label={count}>
      <span role="status">{count}</span>
      {numbers.length > 0 && (
        <Link className="button" to={`pick-list?${numbers.map((number) => `number=${number}`).join('&')}`}>
          {t('pickList')}
        </Link>
      )}
      {numbers.length > 0 && (
        <Link className="button" to={packPath(numbers[0]!, numbers.slice(1))}>
          {t('pack.start')}
        </Link>
      )}
      {numbers.length > 0 && <PrintButtons numbers={numbers} />}
    </div>
  );
}

function HeldOrders({ rows }: { rows: readonly OrderToPack[] }) {
  const t = useTranslations('adminFulfilment');
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            {(['order', 'placed', 'customer', 'copies', 'why'] as const).map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <OrderCells row={row} />
              <td className="is-detail">
                <HeldLines held={row.held} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function OrderCells({ row: { number, placed_at: at, name, copies, is_gift: isGift } }: { row: OrderToPack }) {
  const t = useTranslations('adminFulfilment');
  const moment = useDateTimeFormat();
  return (
    <>
      <td>
        <Link className="nowrap" dir="ltr" to={`/orders/${number}`}>
          {number}
        </Link>{' '}
        {isGift && <span className="tag">{t('gift')}</span>}
      </td>
      <td className="is-detail">{moment(at)}</td>
      <td className="is-detail">
        <bdi>{name}</bdi>
      </td>
      <td className="is-count">
        <Count of={copies} />
      </td>
    </>
  );
}

function Pages({ next, isHeld, hasPrevious }: { next: string | null; isHeld: boolean; hasPrevious: boolean }) {
  const t = useTranslations('adminFulfilment');
  const view = isHeld ? '?held' : '?';
  if (next === null && !hasPrevious) return null;
  return (
    <nav className="admin-pages" aria-label={t('title')}>
      {hasPrevious && <Link to={view}>{t('first')}</Link>}
      {next !== null && <Link to={`${view}&after=${next}`}>{t('newer')}</Link>}
    </nav>
  );
}
