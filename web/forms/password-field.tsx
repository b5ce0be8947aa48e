import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Labelled } from './labelled.tsx';

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** `current-password` where one is asked for, `new-password` where one is chosen. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be looked at while it is typed; inside a `Form`. */
export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const t = useTranslations('customer.password');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(wiring) => (
        <span className="password">
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-eye"
            aria-label={t('show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden="true" size={20} />
          </button>
        </span>
      )}
    </Labelled>
  );
}
