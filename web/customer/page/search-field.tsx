import Search from 'lucide-react/icons/search';
import { useId, type FormEvent, type InputHTMLAttributes, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

type SearchFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'autoCapitalize'> & {
  label: string;
  /** The current search. */
  value: string;
  /** Called with a search that differs from the current one. */
  onSearch: (query: string) => void;
  /** Also search when the field loses the focus. */
  searchOnBlur?: boolean;
  /** The label is the placeholder, and the button an icon. */
  isCompact?: boolean;
};

/** A search field, submitted by Enter or its button. */
export function SearchField({ label, value, onSearch, searchOnBlur, isCompact, ...limits }: SearchFieldProps) {
  const t = useTranslations('customer.site');
  const id = useId();
  const input = useSyncedInput(value);
  const search = () => {
    const query = input.current?.value.trim() ?? '';
    if (query !== value) onSearch(query);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };
  return (
    <form className="field search-field" onSubmit={submit}>
      <label htmlFor={id} className={isCompact ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className="search-field-input">
        <input
          id={id}
          ref={input}
          type="search"
          placeholder={isCompact ? label : undefined}
          defaultValue={value}
          autoComplete="off"
          onBlur={searchOnBlur ? search : undefined}
          {...limits}
        />
        <button className="button button-quiet" aria-label={isCompact ? t('searchButton') : undefined}>
          {isCompact ? <Search aria-hidden="true" size={20} /> : t('searchButton')}
        </button>
      </div>
    </form>
  );
}

/** An uncontrolled field that follows the URL. */
export function useSyncedInput(value: string) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return input;
}
