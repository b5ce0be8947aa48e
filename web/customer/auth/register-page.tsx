import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { register } from '#contract/sessions.ts';
import { isLocale } from '#domain/locale.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useNotify } from '../notices.tsx';
import { AuthCard } from './auth-card.tsx';
import { ProviderButton } from './provider-button.tsx';

type NewAccount = { displayName: string; email: string; password: string; confirmPassword: string };

const EMPTY: NewAccount = { displayName: '', email: '', password: '', confirmPassword: '' };

/** Registration; afterwards it says that an activation link was mailed. */
export function Component() {
  const t = useTranslations('customer.register');
  const locale = useLocale();
  const notify = useNotify();
  const [message, setMessage] = useState<string>();
  const form = useContractForm<NewAccount>(register.body, EMPTY);
  const submit = form.handleSubmit(async (account) => {
    const body = { ...account, locale: isLocale(locale) ? locale : 'en' };
    try {
      setMessage((await call(register, { body })).message);
    } catch (error) {
      showFieldErrors(form, error);
      notify({ text: firstSentence(error) ?? t('failed'), kind: 'danger' });
    }
  });
  if (message) return <Done message={message} />;
  return (
    <AuthCard title={t('title')} lead={t('lead')}>
      <FormProvider {...form}>
        <form className="form" onSubmit={(event) => void submit(event)} noValidate>
          <Field name="displayName" label={t('displayName')} autoComplete="name" />
          <Field name="email" label={t('email')} type="email" autoComplete="email" />
          <Field
            name="password"
            label={t('password')}
            hint={t('passwordHint')}
            type="password"
            autoComplete="new-password"
          />
          <Field name="confirmPassword" label={t('confirmPassword')} type="password" autoComplete="new-password" />
          <button className="button" disabled={form.formState.isSubmitting}>
            {t('submit')}
          </button>
        </form>
      </FormProvider>
      <ProviderButton />
      <p>
        {t('haveAccount')} <Link to="/auth/login">{t('signIn')}</Link>
      </p>
    </AuthCard>
  );
}

/** The specification's dialog after a successful registration. */
function Done({ message }: { message: string }) {
  const t = useTranslations('customer.register');
  return (
    <AuthCard title={t('doneTitle')} lead={message}>
      <Link className="button" to="/auth/login">
        {t('signIn')}
      </Link>
    </AuthCard>
  );
}

function firstSentence(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
}
