import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { CouponRow } from '#contract/admin-coupons.ts';
import { senFromRinggit } from '#domain/money.ts';
import { COUPON_STATES, type CouponState } from '#domain/pricing/coupon.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { useFilter } from '../customer/page/use-filter.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useMoney } from '../ui/text.tsx';
import { DataTable, usePages, type Column } from './data-table.tsx';
import { useCan } from './layout.tsx';
import { StatusFilter } from './status-filter.tsx';

const isState = (text: string | null): text is CouponState => COUPON_STATES.some((state) => state === text);

/** Coupons with their state and their uses, newest first. */
export function CouponsPage() {
  const t = useTranslations('adminCoupons');
  const [search] = useSearchParams();
  const can = useCan();
  const [q, state] = [search.get('q'), search.get('status')];
  const filter = { ...(q && { q }), ...(isState(state) && { state }) };
  const coupons = usePages(['coupons', filter], (before, signal) =>
    sendRequest('listAllCoupons', { query: { limit: 100, ...filter, before }, signal }),
  );
  const columns = useColumns();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Filters />
      {can('coupons.write') && (
        <Link className="button coupon-new" to="/coupons/new">
          {t('new')}
        </Link>
      )}
      <QueryContent query={coupons}>
        {(rows) => {
          if (rows.length > 0) return <DataTable label={t('title')} list={coupons} columns={columns} />;
          return search.size > 0 ? (
            <EmptyState title={t('noResults')} text={t('noResultsText')} />
          ) : (
            <EmptyState title={t('none')} text={t('noneText')} />
          );
        }}
      </QueryContent>
    </div>
  );
}

function Filters() {
  const t = useTranslations('adminCoupons');
  const { search, setFilter } = useFilter();
  return (
    <div className="admin-filters">
      <SearchField
        label={t('search')}
        value={search.get('q') ?? ''}
        onSearch={(query) => setFilter('q', query)}
        maxLength={64}
      />
      <StatusFilter
        label={t('state')}
        all={t('allStates')}
        options={COUPON_STATES.map((state) => [state, t(`states.${state}`)])}
      />
    </div>
  );
}

function useColumns(): readonly Column<CouponRow>[] {
  const t = useTranslations('adminCoupons');
  const discount = useDiscount();
  const moment = useDateTimeFormat();
  return useMemo(
    () => [
      {
        id: 'code',
        header: t('code'),
        cell: ({ code }) => (
          <Link to={`/coupons/${encodeURIComponent(code)}`}>
            <bdi>{code}</bdi>
          </Link>
        ),
      },
      {
        id: 'state',
        header: t('state'),
        cell: ({ state }) => <span className="order-state">{t(`states.${state}`)}</span>,
      },
      { id: 'discount', header: t('discount'), className: 'is-detail', cell: discount },
      {
        id: 'covers',
        header: t('covers'),
        className: 'is-detail',
        cell: ({ scope, covers, covers_name: name }) =>
          scope === 'all' ? t('scopes.all') : <bdi>{name ?? covers}</bdi>,
      },
      {
        id: 'uses',
        header: t('uses'),
        className: 'is-detail',
        cell: ({ used, max_uses: most }) => (most === null ? t('used', { used }) : t('usedOf', { used, most })),
      },
      {
        id: 'ends',
        header: t('ends'),
        className: 'is-detail',
        cell: ({ ends_at: at }) => (at === null ? t('never') : moment(at)),
      },
    ],
    [t, discount, moment],
  );
}

/** What a coupon takes off, in words. */
export function useDiscount(): (coupon: Pick<CouponRow, 'percent' | 'per_unit'>) => string {
  const t = useTranslations('adminCoupons');
  const format = useFormatter();
  const money = useMoney();
  return ({ percent, per_unit: each }) =>
    percent === null
      ? t('perCopy', { amount: money(senFromRinggit(each ?? 0)) })
      : format.number(percent / 100, { style: 'percent', maximumFractionDigits: 2 });
}
