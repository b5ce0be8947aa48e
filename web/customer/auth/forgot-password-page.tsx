import { useState } from 'react';
import { emailTokenFor, clearEmailToken } from './email-token.ts';
import { useTranslations } from 'use-intl';
import { forgotPasswordBody, resetPasswordBody } from '#contract/session-forms.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { TextField, Form } from '../../forms/form.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { AuthCard, NewPasswordField, AuthLink } from './auth-card.tsx';

/** Requests a password reset link; the emailed link opens this page too, to choose the new password. */
export function Component() {
  const [token] = useState(() => emailTokenFor('reset'));
  return token ? <ResetPassword token={token} /> : <RequestResetLink />;
}

/** Requests a reset link; `reason` says why the previous one failed. The response does not reveal whether an account exists. */
export function RequestResetLink({ reason }: { reason?: string | undefined }) {
  const t = useTranslations('customer.forgotPassword');
  const [message, setMessage] = useState<string>();
  const { form, submit, errorMessage, isBusy } = useApiForm<{ email: string }>({
    schema: forgotPasswordBody,
    defaultValues: { email: '' },
    send: async (body) => setMessage((await sendRequest('forgotPassword', { body })).message),
  });
  return (
    <AuthCard title={t('title')} lead={t('lead')} error={message ? undefined : (errorMessage ?? reason)}>
      {message ? (
        <p className="alert" role="status">
          {message} {t('noEmail')}
        </p>
      ) : (
        <Form form={form} submit={submit}>
          <TextField name="email" label={t('email')} type="email" autoComplete="email" spellCheck={false} />
          <button className="button" disabled={isBusy}>
            {t('submit')}
          </button>
        </Form>
      )}
      <p>
        <AuthLink to="login">{t('back')}</AuthLink>
      </p>
    </AuthCard>
  );
}

/** Sets a new password by an emailed link; an expired link leads to requesting another. */
export function ResetPassword({ token }: { token: string }) {
  const t = useTranslations('customer');
  const { form, submit, error, errorMessage, isBusy, isDone } = useNewPassword(token);
  if (isDone)
    return (
      <AuthCard title={t('forgotPassword.resetTitle')} lead={t('login.passwordReset')}>
        <AuthLink to="login" className="button">
          {t('login.submit')}
        </AuthLink>
      </AuthCard>
    );
  if (isExpired(error)) return <RequestResetLink reason={errorMessage} />;
  return (
    <AuthCard title={t('forgotPassword.resetTitle')} lead={t('forgotPassword.resetLead')} error={errorMessage}>
      <Form form={form} submit={submit}>
        <NewPasswordField isConfirmed />
        <button className="button" disabled={isBusy}>
          {t('forgotPassword.resetSubmit')}
        </button>
      </Form>
    </AuthCard>
  );
}

type NewPassword = { token: string; password: string; confirmPassword: string };

function useNewPassword(token: string) {
  const [isDone, setDone] = useState(false);
  const passwordForm = useApiForm<NewPassword>({
    schema: resetPasswordBody,
    defaultValues: { token, password: '', confirmPassword: '' },
    send: async (body) => {
      await sendRequest('resetPassword', { body });
      clearEmailToken();
      setDone(true);
    },
  });
  return { ...passwordForm, isDone };
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiRequestError && error.problem?.code === 'link_expired';
}
