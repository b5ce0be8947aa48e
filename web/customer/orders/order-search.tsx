import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { ORDER_STATES, type OrderState } from '#domain/order-state.ts';
import { SearchField } from '../search-field.tsx';
import { useOrderFilter } from './use-orders.ts';

/** Looks for orders by number, title or ISBN, and by state; what is asked stands in the address. */
export function OrderSearch() {
  const t = useTranslations('area.orders');
  const { q, change } = useOrderFilter();
  return (
    <div className="order-search" role="search" aria-label={t('search')}>
      <SearchField label={t('searchHint')} value={q} onAsk={(words) => change({ q: words })} maxLength={100} />
      <StateFilter />
    </div>
  );
}

function StateFilter() {
  const t = useTranslations('area.orders');
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
