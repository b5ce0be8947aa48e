import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TRANSACTION_KINDS, TRANSACTION_SORTS } from '#contract/options.ts';
import { SearchField, useSyncedInput } from '../page/search-field.tsx';
import { SHOWN_AT_ONCE } from '../page/use-filter.ts';
import { useSearchParams } from 'react-router';

/** Filters and sorts the transactions; stored in the URL. */
export function TransactionFilters() {
  const t = useTranslations('area.transactions');
  const { filter, setFilter } = useTransactionFilter();
  return (
    <div className="filters" role="search" aria-label={t('filters')}>
      <SearchField
        label={t('search')}
        value={filter.q ?? ''}
        onSearch={(query) => setFilter('q', query)}
        maxLength={50}
        autoCapitalize="characters"
        searchOnBlur
      />
      <FilterSelect name="kind" value={filter.kind ?? ''} onChange={setFilter}>
        <option value="">{t('anyKind')}</option>
        {TRANSACTION_KINDS.map((one) => (
          <option key={one} value={one}>
            {t(`kinds.${one}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDate
        label={t('from')}
        value={filter.from ?? ''}
        max={filter.to}
        onChange={(value) => setFilter('from', value)}
      />
      <FilterDate
        label={t('to')}
        value={filter.to ?? ''}
        min={filter.from}
        onChange={(value) => setFilter('to', value)}
      />
      <FilterSelect name="sort" value={filter.sort} onChange={setFilter}>
        {TRANSACTION_SORTS.map((one) => (
          <option key={one} value={one}>
            {t(`sorts.${one}`)}
          </option>
        ))}
      </FilterSelect>
    </div>
  );
}

type FilterSelectProps = {
  name: FilterName & ('kind' | 'sort');
  value: string;
  onChange: (name: FilterName, value: string) => void;
  children: ReactNode;
};

function FilterSelect({ name, value, onChange, children }: FilterSelectProps) {
  const t = useTranslations('area.transactions');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t(name)}</label>
      <select id={id} value={value} onChange={(event) => onChange(name, event.target.value)}>
        {children}
      </select>
    </div>
  );
}

type FilterDateProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'min' | 'max'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
};

/** A year that is still being typed is in the distant past and does not filter yet. */
function FilterDate({ label, value, onChange, ...bounds }: FilterDateProps) {
  const id = useId();
  const input = useSyncedInput(value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        ref={input}
        defaultValue={value}
        {...bounds}
        onChange={({ target }) => (target.value === '' || target.value >= '2000') && onChange(target.value)}
      />
    </div>
  );
}

export const FILTER_NAMES = ['kind', 'from', 'to', 'q', 'sort'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The transaction filter of the URL; invalid values are ignored. */
export function useTransactionFilter() {
  const [search, setSearch] = useSearchParams();
  const day = (name: 'from' | 'to') =>
    /^2\d{3}-\d{2}-\d{2}$/.test(search.get(name) ?? '') ? search.get(name)! : undefined;
  const filter = {
    kind: TRANSACTION_KINDS.find((one) => one === search.get('kind')),
    from: day('from'),
    to: day('to'),
    q: search.get('q')?.trim().slice(0, 50) || undefined,
    sort: TRANSACTION_SORTS.find((one) => one === search.get('sort')) ?? '-at',
  };
  const setFilter = (name: FilterName, value: string) =>
    setSearch(
      (before) => {
        before.delete('page');
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true, ...SHOWN_AT_ONCE },
    );
  return { filter, setFilter, isFiltered: FILTER_NAMES.some((name) => name !== 'sort' && filter[name] !== undefined) };
}

export type TransactionFilter = ReturnType<typeof useTransactionFilter>['filter'];
