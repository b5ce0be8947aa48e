import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TRANSACTION_KINDS, TRANSACTION_SORTS } from '#contract/transactions.ts';
import { SearchField } from '../search-field.tsx';
import { useShown } from '../use-shown.ts';
import { useAsked, type Filter } from './use-asked.ts';

/** Which transactions are shown and in what order: kept in the address. */
export function Filters() {
  const t = useTranslations('area.transactions');
  const { asked, ask } = useAsked();
  return (
    <div className="filters" role="search" aria-label={t('filters')}>
      <SearchField
        label={t('search')}
        value={asked.q ?? ''}
        onAsk={(words) => ask('q', words)}
        maxLength={50}
        autoCapitalize="characters"
        isAskedOnLeaving
      />
      <Choice name="kind" value={asked.kind ?? ''} onAsk={ask}>
        <option value="">{t('anyKind')}</option>
        {TRANSACTION_KINDS.map((one) => (
          <option key={one} value={one}>
            {t(`kinds.${one}`)}
          </option>
        ))}
      </Choice>
      <Day label={t('from')} value={asked.from ?? ''} max={asked.to} onAsk={(value) => ask('from', value)} />
      <Day label={t('to')} value={asked.to ?? ''} min={asked.from} onAsk={(value) => ask('to', value)} />
      <Choice name="sort" value={asked.sort} onAsk={ask}>
        {TRANSACTION_SORTS.map((one) => (
          <option key={one} value={one}>
            {t(`sorts.${one}`)}
          </option>
        ))}
      </Choice>
    </div>
  );
}

type ChoiceProps = {
  name: Filter & ('kind' | 'sort');
  value: string;
  onAsk: (name: Filter, value: string) => void;
  children: ReactNode;
};

function Choice({ name, value, onAsk, children }: ChoiceProps) {
  const t = useTranslations('area.transactions');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t(name)}</label>
      <select id={id} value={value} onChange={(event) => onAsk(name, event.target.value)}>
        {children}
      </select>
    </div>
  );
}

type DayProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'min' | 'max'> & {
  label: string;
  value: string;
  onAsk: (value: string) => void;
};

/** A year that is still being typed is long past: it asks for nothing yet. */
function Day({ label, value, onAsk, ...bounds }: DayProps) {
  const id = useId();
  const input = useShown(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        ref={input}
        defaultValue={value}
        {...bounds}
        onChange={({ target }) => (target.value === '' || target.value >= '2000') && onAsk(target.value)}
      />
    </div>
  );
}
