import type { ReactNode } from 'react';
import type { ClaimReview, OrderRequestView } from '#contract/order-request-views.ts';
import { orderRequestPath } from '#contract/pages.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatDate, formatDayRange } from '#domain/dates.ts';
import { CLAIM_PROBLEMS, CLAIM_WISHES } from '#domain/orders/claim.ts';
import { Shipments } from '../../orders/order-view.tsx';
import { AddressLines } from '../../ui/delivery.tsx';
import { Price } from '../../ui/text.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { CopiesFields } from './copies-fields.tsx';
import { ClaimSummary } from './order-claim-page.tsx';
import { useOrderToken } from './order-token.ts';
import { FormError, FormField } from './support-pages.tsx';

/** Why an order cannot be claimed: it may still arrive, or there is nothing to look for. */
export function ClosedClaim({ opensOn }: { opensOn: string | undefined }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (opensOn === undefined) return <p>{t('orderRequests.closed.not-arrived')}</p>;
  return <p className="alert">{t('orderClaim.early', { date: formatDate(opensOn, locale) })}</p>;
}

/** Where to look first, then the few questions whose answers the shop needs. */
export function ClaimForm({ view: { order, form } }: { view: OrderRequestView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const value = (name: string) => form?.values[name];
  return (
    <>
      <LookHereFirst order={order} />
      <form
        method="post"
        action={link(orderRequestPath(useOrderToken(), 'not-arrived'))}
        className="plain-form claim-form"
        noValidate
      >
        {!form?.error && <FormError form={form}>{t('contactForm.invalid')}</FormError>}
        <Choices
          name="address"
          legend={t('orderClaim.address')}
          form={form}
          options={['right', 'wrong']}
          subject={<AddressLines address={{ ...order.address, phone: null }} />}
        >
          {(answer) => t(answer === 'right' ? 'orderClaim.addressRight' : 'orderClaim.addressWrong')}
        </Choices>
        <Choices name="problem" legend={t('orderClaim.problem')} form={form} options={CLAIM_PROBLEMS}>
          {(problem) => t(`orderClaim.problems.${problem}`)}
        </Choices>
        <fieldset className="claim-items">
          <legend>{t('orderClaim.which')}</legend>
          {form?.errors.items && <p className="field-error">{t('orderRequests.items.choose')}</p>}
          <CopiesFields order={order} initial={({ id }) => value(`qty-${id}`) ?? 0} />
        </fieldset>
        <Choices name="wish" legend={t('orderClaim.wish')} form={form} options={CLAIM_WISHES}>
          {(wish) => t(`orderClaim.wishes.${wish}`)}
        </Choices>
        <NoteField form={form} />
        <p>
          <button className="button">{t('orderClaim.review')}</button>
        </p>
      </form>
    </>
  );
}

const PLACES = ['tracking', 'neighbours', 'card', 'safePlace'] as const;

/** The parcels with their expected days, and where they usually turn up. */
function LookHereFirst({ order: { expected, shipments } }: { order: OrderWithTimeline }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const places = shipments.length > 0 ? PLACES : PLACES.filter((place) => place !== 'tracking');
  return (
    <section className="claim-places">
      <h2>{t('orderClaim.lookFirst')}</h2>
      {expected && <p>{t('orderClaim.dates', { dates: formatDayRange(expected, locale) })}</p>}
      <Shipments parcels={shipments} />
      <ul>
        {places.map((place) => (
          <li key={place}>{t(`orderClaim.places.${place}`)}</li>
        ))}
      </ul>
    </section>
  );
}

type ChoicesProps<T extends string> = {
  name: 'address' | 'problem' | 'wish';
  legend: string;
  form: OrderRequestView['form'];
  options: readonly T[];
  /** What it is about. */
  subject?: ReactNode;
  children: (option: T) => string;
};

/** A question with few answers. */
function Choices<T extends string>({ name, legend, form, options, subject, children }: ChoicesProps<T>) {
  const t = useShopTranslations();
  const error = form?.errors[name];
  return (
    <fieldset aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {subject}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {t(error === 'out_of_stock' ? 'orderClaim.soldOut' : 'orderClaim.answer')}
        </p>
      )}
      {options.map((option) => (
        <label key={option} className="check">
          <input type="radio" name={name} value={option} defaultChecked={form?.values[name] === option} />
          {children(option)}
        </label>
      ))}
    </fieldset>
  );
}

function NoteField({ form }: { form: OrderRequestView['form'] }) {
  const t = useShopTranslations();
  const errors = form?.errors.note === 'required' && { ...form.errors, note: t('orderClaim.noteNeeded') };
  return (
    <FormField form={form && { ...form, ...(errors && { errors }) }} name="note" label={t('orderClaim.note')}>
      {(wiring) => <textarea rows={3} maxLength={2000} dir="auto" {...wiring} />}
    </FormField>
  );
}

/** The answers, with what comes back for them, to be confirmed. */
export function ClaimReviewForm({ order, review }: { order: OrderWithTimeline; review: ClaimReview }) {
  const t = useShopTranslations();
  const action = useLocalePath()(orderRequestPath(useOrderToken(), 'not-arrived'));
  const { problem, items, isAddressRight, wish, note, amount } = review;
  const answers = { problem, wish, note, address: isAddressRight ? 'right' : 'wrong' };
  return (
    <form method="post" action={action} className="plain-form">
      <ClaimSummary order={order} claim={{ problem, wish, lines: items, note }} />
      {wish === 'refund' && (
        <dl className="sums">
          <div className="sums-payable">
            <dt>{t('orderClaim.refundTotal')}</dt>
            <dd>
              <Price ringgit={amount} className="" />
            </dd>
          </div>
        </dl>
      )}
      {Object.entries(answers).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {problem !== 'parcel' &&
        items.map(({ id, qty }) => <input key={id} type="hidden" name={`qty-${id}`} value={qty} />)}
      <p className="form-buttons">
        <button className="button" name="confirm" value="1">
          {t('orderClaim.confirm')}
        </button>
        <a className="button button-quiet" href={action}>
          {t('orderClaim.change')}
        </a>
      </p>
    </form>
  );
}
