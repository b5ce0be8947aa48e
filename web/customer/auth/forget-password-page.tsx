import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { forgotPassword, resetPassword } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetMailedToken, mailedToken } from '../mailed-token.ts';
import { useRefusal } from '../use-refusal.ts';
import { AuthCard } from './auth-card.tsx';

/** Asks for the link to a new password; the mailed link opens it too, to choose that password. */
export function Component() {
  const [token] = useState(() => mailedToken('reset'));
  return token ? <ChooseNew token={token} /> : <AskForLink />;
}

function AskForLink() {
  const t = useTranslations('customer.forget');
  const refusal = useRefusal();
  const [message, setMessage] = useState<string>();
  const [error, setError] = useState<string>();
  const form = useContractForm<{ email: string }>(forgotPassword.body, { email: '' });
  const submit = form.handleSubmit(async (body) => {
    try {
      setMessage((await call(forgotPassword, { body })).message);
    } catch (failure) {
      setError(refusal(failure));
    }
  });
  return (
    <AuthCard title={t('title')} lead={message ?? t('lead')} error={error}>
      {!message && (
        <FormProvider {...form}>
          <form className="form" onSubmit={(event) => void submit(event)} noValidate>
            <Field name="email" label={t('email')} type="email" autoComplete="email" />
            <button className="button" disabled={form.formState.isSubmitting}>
              {t('submit')}
            </button>
          </form>
        </FormProvider>
      )}
      <p>
        <Link to="/auth/login">{t('back')}</Link>
      </p>
    </AuthCard>
  );
}

type NewPassword = { token: string; password: string; confirmPassword: string };

function ChooseNew({ token }: { token: string }) {
  const t = useTranslations('customer');
  const refusal = useRefusal();
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<string>();
  const form = useContractForm<NewPassword>(resetPassword.body, { token, password: '', confirmPassword: '' });
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(resetPassword, { body });
      forgetMailedToken();
      setDone(true);
    } catch (failure) {
      if (!showFieldErrors(form, failure)) setError(refusal(failure));
    }
  });
  if (isDone)
    return (
      <AuthCard title={t('forget.resetTitle')} lead={t('login.reset')}>
        <Link className="button" to="/auth/login">
          {t('login.submit')}
        </Link>
      </AuthCard>
    );
  return (
    <AuthCard title={t('forget.resetTitle')} lead={t('register.passwordHint')} error={error}>
      <FormProvider {...form}>
        <form className="form" onSubmit={(event) => void submit(event)} noValidate>
          <Field name="password" label={t('register.password')} type="password" autoComplete="new-password" />
          <Field
            name="confirmPassword"
            label={t('register.confirmPassword')}
            type="password"
            autoComplete="new-password"
          />
          <button className="button" disabled={form.formState.isSubmitting}>
            {t('forget.resetSubmit')}
          </button>
        </form>
      </FormProvider>
    </AuthCard>
  );
}
