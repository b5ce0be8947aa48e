import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { logIn } from '#contract/sessions.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { storeProfile, storeSession } from '../../browser/session.ts';
import { Field } from '../../forms/field.tsx';
import { Form } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { mailedToken } from '../mailed-token.ts';
import { useFailure } from '../use-failure.ts';
import { wayOn } from '../way-on.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';
import { Farewell, isFarewell } from './farewell.tsx';
import { ProviderButton } from './provider-button.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { SpendLink, type LinkPurpose } from './spend-link.tsx';

/** Sign-in; mailed links that activate an account or confirm an address open it too. */
export function Component() {
  const t = useTranslations('customer');
  const { state } = useLocation();
  const [link] = useState(linkOpened);
  if (isFarewell(state)) return <Farewell />;
  if (!link) return <SignIn lead={t('login.lead')} />;
  return (
    <SpendLink {...link}>
      {(email) => (
        <SignIn lead={link.purpose === 'activate' ? t('login.activated') : t('mailed.email.done', { email })} />
      )}
    </SpendLink>
  );
}

function linkOpened(): { purpose: LinkPurpose; token: string } | undefined {
  for (const purpose of ['activate', 'email'] as const) {
    const token = mailedToken(purpose);
    if (token) return { purpose, token };
  }
  return undefined;
}

function SignIn({ lead }: { lead: string }) {
  const t = useTranslations('customer.login');
  const { form, submit, failure } = useSignIn();
  const username = form.getValues('username');
  return (
    <AuthCard title={t('title')} lead={lead} error={failure.sentence}>
      <Form form={form} submit={submit}>
        <Field name="username" label={t('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
          {t('submit')}
        </button>
      </Form>
      {isNotActivated(failure.error) && <ResendActivation email={username.includes('@') ? username : ''} />}
      <p>
        <AuthLink to="forget-password">{t('forgot')}</AuthLink>
      </p>
      <ProviderButton />
      <p>
        {t('noAccount')} <AuthLink to="register">{t('register')}</AuthLink>
      </p>
    </AuthCard>
  );
}

type Credentials = { username: string; password: string };

/** Signing in stores token and profile and loads the page anew, so that all of it is the customer's. */
function useSignIn() {
  const t = useTranslations('customer.login');
  const [search] = useSearchParams();
  const failure = useFailure();
  const form = useContractForm<Credentials>(logIn.body, { username: '', password: '' });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      const { api_token, token_expires_at: _, expires_at, ...profile } = await call(logIn, { body });
      if (!api_token) throw new Error('The answer has no data.');
      storeSession({ token: api_token, endsAt: expires_at });
      storeProfile(profile);
      location.replace(await wayOn(search));
    } catch (error) {
      failure.fail(error, error instanceof CallFailed ? undefined : t('wrong'));
    }
  });
  return { form, submit, failure };
}

function isNotActivated(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.code === 'not_activated';
}
