import { Search } from 'lucide-react';
import { useId, type FormEvent, type InputHTMLAttributes } from 'react';
import { useTranslations } from 'use-intl';
import { useShown } from './use-shown.ts';

type SearchFieldProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength' | 'autoCapitalize'> & {
  label: string;
  /** What is asked for now. */
  value: string;
  /** Gets other words than those that are asked for. */
  onAsk: (words: string) => void;
  /** Leaving the field asks too. */
  isAskedOnLeaving?: boolean;
  /** The label stands in the field, and a glass on the button. */
  isCompact?: boolean;
};

/** Words to look for: asked for by Enter or the button. */
export function SearchField({ label, value, onAsk, isAskedOnLeaving, isCompact, ...limits }: SearchFieldProps) {
  const t = useTranslations('customer.site');
  const id = useId();
  const input = useShown(value);
  const ask = () => {
    const words = input.current?.value.trim() ?? '';
    if (words !== value) onAsk(words);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };
  return (
    <form className="field search-field" onSubmit={submit}>
      <label htmlFor={id} className={isCompact ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <div className="search-field-words">
        <input
          id={id}
          ref={input}
          type="search"
          placeholder={isCompact ? label : undefined}
          defaultValue={value}
          autoComplete="off"
          onBlur={isAskedOnLeaving ? ask : undefined}
          {...limits}
        />
        <button className="button button-quiet" aria-label={isCompact ? t('find') : undefined}>
          {isCompact ? <Search aria-hidden="true" size={20} /> : t('find')}
        </button>
      </div>
    </form>
  );
}
