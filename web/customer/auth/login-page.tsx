import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { activate, logIn } from '#contract/sessions.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { storeProfile, storeSession } from '../../browser/session.ts';
import { Field } from '../../forms/field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { forgetMailedToken, mailedToken } from '../mailed-token.ts';
import { useRefusal } from '../use-refusal.ts';
import { wayOn } from '../way-on.ts';
import { AuthCard } from './auth-card.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ResendActivation } from './resend-activation.tsx';

/** Sign-in; a mailed activation link opens it too and is spent by a button. */
export function Component() {
  const [isActivated, setActivated] = useState(false);
  const [token, setToken] = useState(() => mailedToken('activate'));
  if (!token) return <SignIn isActivated={isActivated} />;
  const done = () => {
    forgetMailedToken();
    setToken(undefined);
    setActivated(true);
  };
  return <Activate token={token} onDone={done} />;
}

function Activate({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useTranslations('customer.login');
  const refusal = useRefusal();
  const [error, setError] = useState<string>();
  const spend = async () => {
    try {
      await call(activate, { body: { token } });
      onDone();
    } catch (failure) {
      setError(refusal(failure));
    }
  };
  return (
    <AuthCard title={t('activateTitle')} lead={t('activateText')} error={error}>
      <button type="button" className="button" onClick={() => void spend()}>
        {t('activateSubmit')}
      </button>
      {error && <ResendActivation />}
    </AuthCard>
  );
}

type Credentials = { username: string; password: string };

function SignIn({ isActivated }: { isActivated: boolean }) {
  const t = useTranslations('customer.login');
  const refusal = useRefusal();
  const [search] = useSearchParams();
  const [failure, setFailure] = useState<unknown>();
  const form = useContractForm<Credentials>(logIn.body, { username: '', password: '' });
  const submit = form.handleSubmit(async (body) => {
    try {
      const { api_token, token_expires_at: _, expires_at, ...profile } = await call(logIn, { body });
      storeSession({ token: api_token, endsAt: expires_at });
      storeProfile(profile);
      location.replace(await wayOn(search));
    } catch (error) {
      setFailure(error);
    }
  });
  const isWaiting = failure instanceof CallFailed && failure.problem?.code === 'not_activated';
  return (
    <AuthCard
      title={t('title')}
      lead={isActivated ? t('activated') : t('lead')}
      error={failure === undefined ? undefined : refusal(failure)}
    >
      <FormProvider {...form}>
        <form className="form" onSubmit={(event) => void submit(event)} noValidate>
          <Field name="username" label={t('username')} autoComplete="username" autoCapitalize="none" />
          <Field name="password" label={t('password')} type="password" autoComplete="current-password" />
          <button className="button" disabled={form.formState.isSubmitting}>
            {t('submit')}
          </button>
        </form>
      </FormProvider>
      {isWaiting && <ResendActivation />}
      <p>
        <Link to="/auth/forget-password">{t('forgot')}</Link>
      </p>
      <ProviderButton />
      <p>
        {t('noAccount')} <Link to="/auth/register">{t('register')}</Link>
      </p>
    </AuthCard>
  );
}
