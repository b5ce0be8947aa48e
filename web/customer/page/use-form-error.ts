import { useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ApiRequestError } from '../../browser/api-client.ts';
import { useErrorMessage } from '../shell/toasts.tsx';

type FormErrorState = {
  error: unknown;
  fallbackMessage: string | undefined;
  /** When a rate-limited request may be retried, in milliseconds since 1970. */
  retryAt: number | undefined;
  isLongWait: boolean;
  isWaitOver: boolean;
};

/** The longest wait whose end is shown to the second. */
const LONG_WAIT_S = 120;

/** The error message of a request. When rate limited, it says when to retry, and `isWaiting` is true until then. */
export function useFormError() {
  const [state, setState] = useState<FormErrorState>();
  const message = useFormErrorMessage(state);
  const retryAt = state?.retryAt;
  useEffect(() => {
    if (retryAt === undefined) return undefined;
    const timer = setTimeout(() => setState((now) => now && { ...now, isWaitOver: true }), retryAt - Date.now());
    return () => clearTimeout(timer);
  }, [retryAt]);
  const setError = (error: unknown, fallbackMessage?: string) => {
    const seconds = error instanceof ApiRequestError ? error.retryAfter : undefined;
    setState({
      error,
      fallbackMessage,
      retryAt: seconds === undefined ? undefined : Date.now() + seconds * 1000,
      isLongWait: seconds !== undefined && seconds > LONG_WAIT_S,
      isWaitOver: false,
    });
  };
  return {
    /** What the request threw. */
    error: state?.error,
    message,
    isWaiting: retryAt !== undefined && !state?.isWaitOver,
    /** Shows why a request failed; `fallbackMessage` replaces the message of an error that is not the API's. */
    setError,
    clear: () => setState(undefined),
  };
}

function useFormErrorMessage(state: FormErrorState | undefined): string | undefined {
  const t = useTranslations('customer.rateLimit');
  const format = useFormatter();
  const errorMessage = useErrorMessage();
  if (!state) return undefined;
  const { error, fallbackMessage, retryAt, isLongWait, isWaitOver } = state;
  if (retryAt === undefined)
    return error instanceof ApiRequestError ? errorMessage(error) : (fallbackMessage ?? errorMessage(error));
  if (isWaitOver) return t('retryNow');
  return t('retryAt', { time: format.dateTime(retryAt, { timeStyle: isLongWait ? 'short' : 'medium' }) });
}
