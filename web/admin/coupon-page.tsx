import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { CouponDetails } from '#contract/admin-coupons.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { showToast } from '../customer/shell/toasts.tsx';
import { Price } from '../ui/text.tsx';
import { bodyOf, draftOf, duplicateOf, NEW_COUPON, type CouponDraft, type DraftField } from './coupon-draft.ts';
import { CouponForm } from './coupon-form.tsx';
import { useDiscount } from './coupons-page.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { StaleDraft } from './stale-draft.tsx';
import { useVersionedDraft } from './use-versioned-draft.ts';

const couponQuery = (code: string) => ({
  queryKey: ['coupon', code],
  queryFn: ({ signal }: { signal?: AbortSignal }) =>
    sendRequest('getCoupon', { params: { code }, ...(signal && { signal }) }),
});

/** A new coupon; with `from` in the address a copy of another. */
export function NewCouponPage() {
  const [search] = useSearchParams();
  const from = search.get('from');
  const original = useQuery({ ...couponQuery(from ?? ''), enabled: from !== null });
  if (from === null) return <NewCoupon initial={NEW_COUPON} />;
  return <QueryContent query={original}>{(found) => <NewCoupon initial={duplicateOf(found)} />}</QueryContent>;
}

function NewCoupon({ initial }: { initial: CouponDraft }) {
  const t = useTranslations('adminCoupons');
  const [draft, setDraft] = useState(initial);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const onError = useCouponErrors();
  const create = useMutation({
    mutationFn: () => sendRequest('createCoupon', { body: bodyOf(draft) }),
    onSuccess: async () => {
      showToast({ text: t('created') });
      await queries.invalidateQueries({ queryKey: ['coupons'] });
      await navigate(`/coupons/${encodeURIComponent(draft.code.toUpperCase())}`);
    },
    onError,
  });
  return (
    <div className="page">
      <PageTitle title={t('new')} />
      <CouponForm
        draft={draft}
        onChange={setDraft}
        onSubmit={() => create.mutate()}
        isUsed={false}
        isNew
        faults={faultsOf(create)}
      >
        <button className="button" disabled={create.isPending}>
          {t('create')}
        </button>
      </CouponForm>
    </div>
  );
}

function faultsOf({ error }: { error: unknown }) {
  return error instanceof ApiRequestError ? (error.problem?.errors ?? []) : [];
}

function useCouponErrors() {
  const t = useTranslations('adminCoupons.errors');
  return useStaffErrorToast({ not_found: t('not_found'), code_taken: t('code_taken'), too_late: t('too_late') });
}

/** A coupon: what it came to, its terms, and how it ends. */
export function CouponPage() {
  const { code = '' } = useParams();
  const coupon = useQuery(couponQuery(code));
  return <QueryContent query={coupon}>{(found) => <Coupon key={found.id} coupon={found} />}</QueryContent>;
}

function Coupon({ coupon }: { coupon: CouponDetails }) {
  const t = useTranslations('adminCoupons');
  const discount = useDiscount();
  const can = useCan();
  return (
    <div className="page">
      <PageTitle title={coupon.code} />
      <p>
        <span className="order-state">{t(`states.${coupon.state}`)}</span> {discount(coupon)} ·{' '}
        {coupon.scope === 'all' ? t('scopes.all') : <bdi>{coupon.covers_name ?? coupon.covers}</bdi>}
      </p>
      <dl className="stats">
        <div>
          <dt>{t('uses')}</dt>
          <dd>
            {coupon.max_uses === null
              ? t('used', { used: coupon.used })
              : t('usedOf', { used: coupon.used, most: coupon.max_uses })}
          </dd>
        </div>
        {(['discount', 'turnover'] as const).map((sum) => (
          <div key={sum}>
            <dt>{t(`sums.${sum}`)}</dt>
            <dd>
              <Price ringgit={coupon[sum]} className="" />
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">{t('sums.hint')}</p>
      {can('coupons.write') && <Terms coupon={coupon} />}
    </div>
  );
}

function Terms({ coupon }: { coupon: CouponDetails }) {
  const t = useTranslations('adminCoupons');
  const { code } = coupon;
  const { base, draft, theirs, setDraft, take, keep, save } = useEditing(coupon);
  const texts = useTexts();
  const end = useEnd(code);
  return (
    <section aria-labelledby="terms">
      <h2 id="terms">{t('terms')}</h2>
      {theirs && <StaleDraft mine={texts(draft)} theirs={texts(draftOf(theirs))} onTake={take} onKeep={keep} />}
      <CouponForm
        draft={draft}
        onChange={setDraft}
        onSubmit={() => save.mutate()}
        isUsed={base.used > 0}
        isNew={false}
        faults={faultsOf(save)}
      >
        <div className="admin-actions">
          <button className="button" disabled={save.isPending || theirs !== undefined}>
            {t('save')}
          </button>
          {coupon.state !== 'ended' && (
            <button
              type="button"
              className="button button-quiet"
              disabled={end.isPending}
              onClick={() => {
                if (confirm(t('confirmEnd', { code }))) end.mutate();
              }}
            >
              {t('end')}
            </button>
          )}
          <Link className="button button-quiet" to={`/coupons/new?from=${encodeURIComponent(code)}`}>
            {t('duplicate')}
          </Link>
        </div>
      </CouponForm>
    </section>
  );
}

function useEditing(coupon: CouponDetails) {
  const t = useTranslations('adminCoupons');
  const queries = useQueryClient();
  const showError = useCouponErrors();
  return useVersionedDraft({
    row: coupon,
    draftOf,
    readAnew: () => queries.fetchQuery({ ...couponQuery(coupon.code), staleTime: 0 }),
    save: (draft, base) => sendRequest('editCoupon', { body: { ...bodyOf(draft, base), version: base.version } }),
    onSaved: () => {
      showToast({ text: t('saved') });
      void queries.invalidateQueries({ queryKey: ['coupons'] });
    },
    onError: showError,
  });
}

/** A coupon's terms under the names of their fields. */
function useTexts(): (draft: CouponDraft) => Record<string, string> {
  const t = useTranslations('adminCoupons.fields');
  return (draft) =>
    Object.fromEntries((Object.keys(draft) as DraftField[]).map((field) => [t(field), draft[field]] as const));
}

function useEnd(code: string) {
  const t = useTranslations('adminCoupons');
  const queries = useQueryClient();
  const onError = useCouponErrors();
  return useMutation({
    mutationFn: () => sendRequest('endCoupon', { body: { code } }),
    onSuccess: () => showToast({ text: t('endedNow', { code }) }),
    onError,
    onSettled: () =>
      Promise.all([['coupon', code], ['coupons']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
