import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ErrorCode } from '#contract/error-codes.ts';
import { logInBody } from '#contract/session-forms.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { TextField, Form, PasswordField } from '../../forms/form.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { emailTokenFor } from './email-token.ts';
import { useApiForm } from '../page/use-api-form.ts';
import { AuthCard, AuthLink, AccountDeleted, isAccountDeleted, ResendActivation } from './auth-card.tsx';
import { completeSignIn } from './sign-in-and-out.ts';
import { usePasskey } from './use-passkey.ts';
import { IdentityProviderButton } from './oidc-button.tsx';
import type { EmailLinkPurpose } from './email-link.tsx';

/** Few visits come by an email link. */
const EmailLink = lazyWithPreload(async () => (await import('./email-link.tsx')).EmailLink, {
  onError: 'reload',
  name: 'email-link',
});

/** Few customers have a second step. */
const SecondStep = lazyWithPreload(async () => (await import('../security/second-step.tsx')).SecondStep, {
  onError: 'reload',
  name: 'second-step',
});

/** Sign-in; also opened by email links that activate an account or confirm an email address. */
export function Component() {
  const t = useTranslations('customer');
  const { state } = useLocation();
  const [link] = useState(pendingEmailLink);
  if (isAccountDeleted(state)) return <AccountDeleted />;
  if (!link) return <SignIn lead={t('login.lead')} />;
  const signInAfterLink = (email: string) => (
    <SignIn
      lead={link.purpose === 'activate' ? t('login.activated') : t('emailLinks.email.done', { email })}
      email={email}
    />
  );
  return (
    <Suspense>
      <EmailLink {...link}>{signInAfterLink}</EmailLink>
    </Suspense>
  );
}

function pendingEmailLink(): { purpose: EmailLinkPurpose; token: string } | undefined {
  for (const purpose of ['activate', 'email'] as const) {
    const token = emailTokenFor(purpose);
    if (token) return { purpose, token };
  }
  return undefined;
}

type SignInProps = { lead: string; /** Prefills the username. */ email?: string };

function SignIn({ lead, email = '' }: SignInProps) {
  const t = useTranslations('customer.login');
  const { form, submit, error, errorMessage, isBusy } = useSignIn(email);
  const { username = '' } = form.getValues();
  const passkey = usePasskey();
  if (hasCode(error, 'code_required'))
    return (
      <Suspense>
        <SecondStep {...form.getValues()} />
      </Suspense>
    );
  return (
    <AuthCard title={t('title')} lead={lead} error={errorMessage ?? passkey.errorMessage}>
      <Form form={form} submit={submit} onPointerEnter={passkey.offer} onFocus={passkey.offer}>
        <TextField
          name="username"
          label={t('username')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label={t('password')} autoComplete="current-password" />
        <button className="button" disabled={isBusy}>
          {t('submit')}
        </button>
      </Form>
      {hasCode(error, 'not_activated') && <ResendActivation email={username.includes('@') ? username : ''} />}
      <button type="button" className="button button-quiet" onClick={passkey.signIn}>
        {t('passkey')}
      </button>
      <p>
        <AuthLink to="forget-password">{t('forgot')}</AuthLink>
      </p>
      <IdentityProviderButton />
      <p>
        {t('noAccount')} <AuthLink to="register">{t('register')}</AuthLink>
      </p>
    </AuthCard>
  );
}

type Credentials = { username: string; password: string };

function useSignIn(email: string) {
  const t = useTranslations('customer.login');
  const [search] = useSearchParams();
  return useApiForm<Credentials>({
    schema: logInBody,
    // What was typed before the script had come is the value of a field without a default.
    defaultValues: email ? { username: email } : {},
    send: async (body) => completeSignIn(await sendRequest('logIn', { body }), search),
    fallbackMessage: t('wrongCredentials'),
  });
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiRequestError && error.problem?.code === code;
}
