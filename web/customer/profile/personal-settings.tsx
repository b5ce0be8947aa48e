import { useWatch, type Control } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { saveProfileBody } from '#contract/forms.ts';
import type { Profile } from '#contract/sessions.ts';
import { formatPhone } from '#domain/phone.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { TextField, Form, PhoneField } from '../../forms/form.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { PictureSettings } from './picture-settings.tsx';
import { showToast, useErrorMessage } from '../shell/toasts.tsx';
import { updateStoredProfile, useSaveSettings } from './current-profile.ts';
import { Section } from './profile-section.tsx';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { LOCALES } from '#domain/locale.ts';
import { storedTheme, onThemeChange, type Theme } from '../../browser/session.ts';
import { useReaderLocale } from '../../ui/text.tsx';

/** Specification §8. */
const ERROR_TOAST_MS = 8800;

type NameAndPhone = { displayName: string; phone: string };

/** Picture, name and phone number. */
export function PersonalDetails({ profile }: { profile: Profile }) {
  const t = useTranslations('area.profile');
  const account = useTranslations('account');
  const { form, submit } = useNameAndPhone(profile);
  return (
    <Section name="about">
      <Picture profile={profile} control={form.control} />
      <Form form={form} submit={submit} className="form narrow">
        <TextField name="displayName" label={t('displayName')} autoComplete="name" />
        <PhoneField name="phone" label={t('phone')} hint={account('phoneHint')} />
        <button className="button" disabled={form.formState.isSubmitting}>
          {t('save')}
        </button>
      </Form>
    </Section>
  );
}

/** The initials follow the name field. */
function Picture({ profile, control }: { profile: Profile; control: Control<NameAndPhone> }) {
  return <PictureSettings profile={profile} name={useWatch({ control, name: 'displayName' })} />;
}

function useNameAndPhone(profile: Profile) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  const errorMessage = useErrorMessage();
  const form = useContractForm<NameAndPhone>(saveProfileBody, {
    displayName: profile.displayName,
    phone: formatPhone(profile.phone ?? ''),
  });
  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await updateStoredProfile(() => sendRequest('saveProfile', { body }));
      form.reset({ displayName: saved.displayName, phone: formatPhone(saved.phone ?? '') });
      showToast({ text: area('profile.saved') });
    } catch (error) {
      showFieldErrors(form, error);
      showToast({ title: t('error.label'), text: errorMessage(error), kind: 'danger', durationMs: ERROR_TOAST_MS });
    }
  });
  return { form, submit };
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
const ROLES: readonly Profile['userRole'][] = ['admin', 'editor'];

/** Language, theme and role; saved automatically. */
export function Appearance({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  const save = useSaveSettings();
  return (
    <Section name="appearance" lead={t('appearanceHint')}>
      <div className="pair narrow">
        <LanguageSetting onChange={(locale) => void save({ locale })} />
        <ThemeSetting onChange={(theme) => void save({ theme })} />
      </div>
      <SettingSelect
        label={t('role')}
        hint={t('roleHint')}
        value={profile.userRole}
        onChange={(userRole) => void save({ userRole })}
        options={ROLES.map((role) => [role, t(`roles.${role}`)])}
      />
    </Section>
  );
}

/** The same setting as in the header. */
function LanguageSetting({ onChange }: { onChange: (locale: Profile['locale']) => void }) {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  return (
    <SettingSelect
      label={area('profile.language')}
      value={useReaderLocale()}
      onChange={onChange}
      options={LOCALES.map((one) => [one, t(`languageNames.${one}`)])}
    />
  );
}

function ThemeSetting({ onChange }: { onChange: (theme: Theme) => void }) {
  const t = useTranslations('area.profile');
  const theme = useSyncExternalStore(onThemeChange, storedTheme);
  return (
    <SettingSelect
      label={t('theme')}
      value={theme}
      onChange={onChange}
      options={THEMES.map((one) => [one, t(`themes.${one}`)])}
    />
  );
}

type SettingSelectProps<Value extends string> = {
  label: string;
  hint?: ReactNode;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly (readonly [Value, string])[];
};

function SettingSelect<Value extends string>({ label, hint, value, onChange, options }: SettingSelectProps<Value>) {
  const id = useId();
  return (
    <div className="field narrow">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-note` : undefined}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {options.map(([one, name]) => (
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

/** Invitations to review, on by default. */
export function EmailPreferences({ profile }: { profile: Profile }) {
  const t = useTranslations('area.profile');
  const account = useTranslations('account');
  const save = useSaveSettings();
  return (
    <Section name="emailPreferences">
      <label className="check">
        <input
          type="checkbox"
          checked={profile.reviewInvitations}
          onChange={({ target }) => void save({ reviewInvitations: target.checked })}
        />
        {t('reviewInvitations')}
      </label>
      <p className="field-hint">{account('emailPreferencesHint')}</p>
    </Section>
  );
}
