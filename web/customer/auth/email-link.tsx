import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { activate } from '#contract/sessions.ts';
import { activateBody } from '#contract/session-forms.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { Form } from '../../forms/form.tsx';
import { clearEmailToken } from './email-token.ts';
import { useApiForm } from '../page/use-api-form.ts';
import { useFormError } from '../page/use-form-error.ts';
import { AuthCard, NewPasswordField, ResendActivation } from './auth-card.tsx';
import { completeSignIn } from './sign-in-and-out.ts';

type EmailLinkProps = { purpose: EmailLinkPurpose; token: string; children: (email: string) => ReactNode };

/** Consumes an email link that opens the sign-in page; afterwards renders `children` with its email address. */
export function EmailLink({ purpose, ...link }: EmailLinkProps) {
  return purpose === 'activate' ? <ActivateAccount {...link} /> : <ConfirmEmail {...link} />;
}

type ActivateAccountProps = { token: string; children: (email: string) => ReactNode };

/**
 * Activates an account and signs in: at once in the browser that registered it, elsewhere with a password that is chosen
 * here. When the account is active but nobody is signed in, renders `children` with its email address.
 */
export function ActivateAccount({ token, children }: ActivateAccountProps) {
  const [search] = useSearchParams();
  const [active, setActive] = useState<string>();
  const link = useConsumeLink('activate', token);
  const consume = async () => {
    const response = await link.consume();
    if (response?.session) await completeSignIn(response.session, search);
    else if (response) setActive(response.email);
  };
  if (active !== undefined) return children(active);
  if (link.needsPassword) return <ActivationPassword token={token} onActive={setActive} />;
  return (
    <ConsumeLinkCard purpose="activate" {...link} consume={consume}>
      {link.errorMessage && <ResendActivation />}
    </ConsumeLinkCard>
  );
}

type ActivationPasswordProps = { token: string; onActive: (email: string) => void };

function ActivationPassword({ token, onActive }: ActivationPasswordProps) {
  const t = useTranslations('customer');
  const { form, submit, errorMessage, isBusy } = useActivationPassword(token, onActive);
  return (
    <AuthCard title={t('emailLinks.activate.title')} lead={t('emailLinks.activate.passwordText')} error={errorMessage}>
      <Form form={form} submit={submit}>
        <NewPasswordField />
        <button className="button" disabled={isBusy}>
          {t('emailLinks.activate.submit')}
        </button>
      </Form>
      {errorMessage && <ResendActivation />}
    </AuthCard>
  );
}

function useActivationPassword(token: string, onActive: (email: string) => void) {
  const [search] = useSearchParams();
  return useApiForm<{ token: string; password: string }>({
    schema: activateBody,
    defaultValues: { token, password: '' },
    send: async (body) => {
      const { email } = await sendRequest('activate', { body });
      clearEmailToken();
      const credentials = { username: email, password: body.password };
      await sendRequest('logIn', { body: credentials })
        .then((signedIn) => completeSignIn(signedIn, search))
        .catch(() => onActive(email));
    },
  });
}

export type EmailLinkPurpose = 'activate' | 'email';

/** Consumes an email token by a request of its own: opening the link alone does nothing, since email programs open links too. */
export function useConsumeLink(purpose: EmailLinkPurpose, token: string) {
  const { message, isWaiting, setError, clear } = useFormError();
  const [isPending, setPending] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const consume = async (): Promise<ResponseOf<typeof activate> | undefined> => {
    setPending(true);
    clear();
    try {
      const response = await sendRequest(purpose === 'email' ? 'confirmEmail' : 'activate', { body: { token } });
      clearEmailToken();
      return response;
    } catch (error) {
      if (requiresPassword(error)) setNeedsPassword(true);
      else setError(error);
      return undefined;
    } finally {
      setPending(false);
    }
  };
  return {
    consume,
    isBusy: isPending || isWaiting,
    /** The token is valid, but another browser registered the account: a password has to be chosen. */
    needsPassword,
    errorMessage: message,
  };
}

function requiresPassword(error: unknown): boolean {
  return error instanceof ApiRequestError && (error.problem?.errors ?? []).some(({ path }) => path === 'password');
}

type ConsumeLinkCardProps = {
  purpose: EmailLinkPurpose;
  consume: () => Promise<unknown>;
  isBusy: boolean;
  errorMessage: string | undefined;
  children?: ReactNode;
};

/** Asks to consume an email link. */
export function ConsumeLinkCard({ purpose, consume, isBusy, errorMessage, children }: ConsumeLinkCardProps) {
  const t = useTranslations('customer.emailLinks');
  return (
    <AuthCard title={t(`${purpose}.title`)} lead={t(`${purpose}.text`)} error={errorMessage}>
      <button type="button" className="button" disabled={isBusy} onClick={() => void consume()}>
        {t(`${purpose}.submit`)}
      </button>
      {children}
    </AuthCard>
  );
}

type ConfirmEmailProps = { token: string; children: (email: string) => ReactNode };

/** Confirms a new email address; afterwards renders `children` with it. */
export function ConfirmEmail({ token, children }: ConfirmEmailProps) {
  const [email, setEmail] = useState<string>();
  const link = useConsumeLink('email', token);
  const consume = async () => setEmail((await link.consume())?.email);
  return email === undefined ? <ConsumeLinkCard purpose="email" {...link} consume={consume} /> : children(email);
}
