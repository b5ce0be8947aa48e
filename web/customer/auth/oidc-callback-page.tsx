import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { Alert, AlertContent } from '../dialogs/dialog.tsx';
import { useAlreadySignedIn } from './oidc-button.tsx';
import { PageTitle } from '../page/page-states.tsx';
import { useErrorMessage } from '../shell/toasts.tsx';
import { postLoginRedirect, loadIdentityProvider } from './sign-in-and-out.ts';
import { storeSession } from '../../browser/session-changes.ts';
import { isSignedIn, storeProfile } from '../../browser/session.ts';

/** The longest error text that is shown: anybody can put one into the URL. */
const MAX_ERROR_LENGTH = 300;

/** The redirect URI of the identity provider. */
export function Component() {
  const t = useTranslations('customer.provider');
  const error = useOidcCallback();
  return (
    <>
      <div className={error === undefined ? undefined : 'visually-hidden'}>
        <PageTitle title={t(error === undefined ? 'signingIn' : 'failedTitle')} />
      </div>
      {error !== undefined && <CallbackErrorAlert error={error} />}
    </>
  );
}

let pendingCallback: Promise<OidcCallbackResult> | undefined;

/** Handles the provider's redirect, once however often the page renders; returns the error. */
function useOidcCallback(): unknown {
  const navigate = useNavigate();
  const warnSignedIn = useAlreadySignedIn();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    pendingCallback ??= handleOidcCallback().finally(() => {
      pendingCallback = undefined;
    });
    pendingCallback.then(
      (result) => {
        if (result.kind === 'signed-in') void redirectSignedIn(result.returnSearch);
        else if (result.kind === 'already-signed-in') warnSignedIn();
        else void navigate('/auth/login', { replace: true });
      },
      (error) => {
        // oxlint-disable-next-line no-console -- the alert refers to the console
        console.error(error);
        setError(error);
      },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the URL is handled once, when the page opens
  }, []);
  return error;
}

async function redirectSignedIn(returnSearch: string): Promise<void> {
  location.replace(await postLoginRedirect(new URLSearchParams(returnSearch)));
}

/** The alert of specification §8: the error as text, and where to find details. */
function CallbackErrorAlert({ error }: { error: unknown }) {
  const t = useTranslations('customer');
  const navigate = useNavigate();
  const errorMessage = useErrorMessage();
  const message = error instanceof ApiRequestError ? errorMessage(error) : error instanceof Error ? error.message : '';
  const leave = () => void navigate('/auth/login', { replace: true });
  const text = (
    <div className="identity-provider-error">
      <p dir="auto">{message.slice(0, MAX_ERROR_LENGTH) || t('provider.failed')}</p>
      <p>{t('provider.inConsole')}</p>
    </div>
  );
  return (
    <Alert defaultOpen onOpenChange={leave}>
      <AlertContent title={t('provider.failedTitle')} text={text}>
        <AlertDialog.Close className="button">{t('forgotPassword.back')}</AlertDialog.Close>
      </AlertContent>
    </Alert>
  );
}

/** The result of a redirect: no response in the URL, already signed in, or signed in now. */
export type OidcCallbackResult =
  | { kind: 'no-response' | 'already-signed-in' }
  | { kind: 'signed-in'; returnSearch: string };

/**
 * Signs in with the response in the URL, which is removed from the address bar first. Throws any error, with nobody
 * signed in. An existing session is not replaced.
 */
export async function handleOidcCallback(): Promise<OidcCallbackResult> {
  const response = location.search.slice(1) || location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  const { exchangeCode, clearSignInState } = await import('./oidc-client.ts');
  if (isSignedIn() || response === '') {
    clearSignInState();
    return { kind: isSignedIn() ? 'already-signed-in' : 'no-response' };
  }
  const provider = await loadIdentityProvider();
  if (!provider) throw new IdentityProviderError(response);
  const { returnSearch, ...body } = await exchangeCode(provider, response).catch((error) => {
    throw new IdentityProviderError(response, error);
  });
  if (isSignedIn()) return { kind: 'already-signed-in' };
  const { api_token, token_expires_at: _, expires_at, ...profile } = await sendRequest('logInByProvider', { body });
  storeSession({ token: api_token, expiresAt: expires_at });
  storeProfile(profile);
  return { kind: 'signed-in', returnSearch };
}

/** The error of an invalid redirect: the provider's own, if it names one. */
class IdentityProviderError extends Error {
  constructor(response: string, cause?: unknown) {
    const params = new URLSearchParams(response);
    const message = [params.get('error'), params.get('error_description')].filter(Boolean).join(': ');
    super(message || (cause instanceof Error ? cause.message : ''), { cause });
  }
}
