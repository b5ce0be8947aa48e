import { useId, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { ORDER_STATES, type OrderState } from '#domain/order-state.ts';
import { useOrderFilter } from './use-orders.ts';

/** Looks for orders by number, title or ISBN, and by state; what is asked stands in the address. */
export function OrderSearch() {
  const t = useTranslations('customer.orders');
  const { q, change } = useOrderFilter();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ q: String(new FormData(event.currentTarget).get('q')).trim() });
  };
  return (
    <div className="order-search">
      <form role="search" aria-label={t('search')} className="field" onSubmit={submit}>
        <label htmlFor={id}>{t('searchHint')}</label>
        <div className="order-search-words">
          <input key={q} id={id} name="q" type="search" defaultValue={q} maxLength={100} autoComplete="off" />
          <button className="button button-quiet">{t('searchSubmit')}</button>
        </div>
      </form>
      <StateFilter />
    </div>
  );
}

function StateFilter() {
  const t = useTranslations('customer.orders');
  const common = useTranslations('common');
  const { status, change } = useOrderFilter();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('state')}</label>
      <select id={id} value={status} onChange={(event) => change({ status: event.target.value as OrderState | '' })}>
        <option value="">{t('anyState')}</option>
        {ORDER_STATES.map((state) => (
          <option key={state} value={state}>
            {common(`orderStates.${state}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
