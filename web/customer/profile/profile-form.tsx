import { useEffect } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useLocale, useTranslations } from 'use-intl';
import { saveProfile } from '#contract/account.ts';
import type { Profile } from '#contract/sessions.ts';
import { isLocale, LOCALES, type Locale } from '#domain/locale.ts';
import { call } from '../../browser/client.ts';
import { storeProfile } from '../../browser/session.ts';
import { chooseTheme, chosenTheme, type Theme } from '../../browser/theme.ts';
import { Field } from '../../forms/field.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useChooseLocale } from '../locale-provider.tsx';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
/** Specification, section 8. */
const FAILURE_SHOWN_MS = 8800;

type ProfileFields = { displayName: string; phone: string; locale: Locale; theme: Theme; marketing: boolean };

/** The customer's own profile. Language and look change here at once when they are saved. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const t = useTranslations('customer.profile');
  const { form, submit } = useProfileForm(profile);
  return (
    <section className="part" aria-labelledby="about-you">
      <h2 id="about-you">{t('about')}</h2>
      <FormProvider {...form}>
        <form className="form narrow" onSubmit={(event) => void submit(event)} noValidate>
          <p className="field">
            <b>{t('email')}</b>
            <span>
              <bdi>{profile.email}</bdi>
            </span>
          </p>
          <Fields form={form} />
          <button className="button" disabled={form.formState.isSubmitting}>
            {t('save')}
          </button>
        </form>
      </FormProvider>
    </section>
  );
}

function Fields({ form }: { form: UseFormReturn<ProfileFields> }) {
  const t = useTranslations('customer');
  const languages = LOCALES.map((value) => ({ value, label: t(`languageNames.${value}`) }));
  const themes = THEMES.map((value) => ({ value, label: t(`profile.themes.${value}`) }));
  return (
    <>
      <Field name="displayName" label={t('profile.displayName')} autoComplete="name" />
      <Field name="phone" label={t('profile.phone')} type="tel" inputMode="tel" autoComplete="tel" />
      <div className="pair">
        <SelectField name="locale" label={t('profile.language')} choices={languages} />
        <SelectField name="theme" label={t('profile.theme')} choices={themes} />
      </div>
      <label className="check">
        <input type="checkbox" {...form.register('marketing')} />
        {t('profile.marketing')}
      </label>
    </>
  );
}

/** Sends only what was changed here, so that a choice made meanwhile in the page's head is not taken back. */
function useProfileForm(profile: Profile) {
  const t = useTranslations('customer');
  const chooseLocale = useChooseLocale();
  const notify = useNotify();
  const refusal = useRefusal();
  const form = useContractForm<ProfileFields>(saveProfile.body, useStart(profile));
  useFollowLocale(form);
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    const body: Partial<ProfileFields> = Object.fromEntries(
      Object.entries(fields).filter(([name]) => name in dirtyFields),
    );
    try {
      storeProfile(await call(saveProfile, { body }));
      form.reset(fields);
      if (body.theme) chooseTheme(body.theme);
      if (body.locale) await chooseLocale(body.locale);
      notify({ text: t('profile.saved') });
    } catch (error) {
      showFieldErrors(form, error);
      notify({ title: t('trouble.error'), text: refusal(error), kind: 'danger', milliseconds: FAILURE_SHOWN_MS });
    }
  });
  return { form, submit };
}

function useStart({ displayName, phone, marketing, locale: known }: Profile): ProfileFields {
  const locale = useLocale();
  return {
    displayName,
    phone: phone ?? '',
    marketing,
    locale: isLocale(locale) ? locale : known,
    theme: chosenTheme(),
  };
}

function useFollowLocale({ resetField }: UseFormReturn<ProfileFields>): void {
  const locale = useLocale();
  useEffect(() => {
    if (isLocale(locale)) resetField('locale', { defaultValue: locale });
  }, [locale, resetField]);
}
