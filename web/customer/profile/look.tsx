import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { LOCALES } from '#domain/locale.ts';
import { chosenTheme, onThemeChange, type Theme } from '../../browser/theme.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { usePreference } from '../use-preference.ts';
import { Section } from './section.tsx';

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
const ROLES: readonly Profile['userRole'][] = ['admin', 'editor'];

/** Language, look and the role; each choice holds at once. */
export function Look({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  const save = usePreference();
  return (
    <Section name="look" lead={t('lookLead')}>
      <div className="pair narrow">
        <Language onChoose={(locale) => void save({ locale })} />
        <ThemeChoice onChoose={(theme) => void save({ theme })} />
      </div>
      <Choice
        label={t('role')}
        hint={t('roleHint')}
        value={profile.userRole}
        onChoose={(userRole) => void save({ userRole })}
        choices={ROLES.map((role) => [role, t(`roles.${role}`)])}
      />
    </Section>
  );
}

/** Here and in the page's head the same. */
function Language({ onChoose }: { onChoose: (locale: Profile['locale']) => void }) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  return (
    <Choice
      label={area('profile.language')}
      value={useReaderLocale()}
      onChoose={onChoose}
      choices={LOCALES.map((one) => [one, t(`languageNames.${one}`)])}
    />
  );
}

function ThemeChoice({ onChoose }: { onChoose: (theme: Theme) => void }) {
  const t = useTranslations('area.profile');
  const theme = useSyncExternalStore(onThemeChange, chosenTheme);
  return (
    <Choice
      label={t('theme')}
      value={theme}
      onChoose={onChoose}
      choices={THEMES.map((one) => [one, t(`themes.${one}`)])}
    />
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  hint?: ReactNode;
  value: Value;
  onChoose: (value: Value) => void;
  choices: readonly (readonly [Value, string])[];
};

function Choice<Value extends string>({ label, hint, value, onChoose, choices }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="field narrow">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-note` : undefined}
        onChange={({ target }) => onChoose(target.value as Value)}
      >
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-note`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
