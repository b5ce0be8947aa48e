import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { resetPassword } from '#contract/sessions.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { Form } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetMailedToken } from '../mailed-token.ts';
import { useFailure } from '../use-failure.ts';
import { AskForLink } from './ask-for-link.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';

/** Chooses the new password that a mailed link allows; a link that has run out leads to asking for another. */
export function ChoosePassword({ token }: { token: string }) {
  const t = useTranslations('customer');
  const { form, submit, failure, isDone } = useNewPassword(token);
  if (isDone)
    return (
      <AuthCard title={t('forget.resetTitle')} lead={t('login.reset')}>
        <AuthLink to="login" className="button">
          {t('login.submit')}
        </AuthLink>
      </AuthCard>
    );
  if (isExpired(failure.error)) return <AskForLink because={failure.sentence} />;
  return (
    <AuthCard title={t('forget.resetTitle')} lead={t('forget.resetLead')} error={failure.sentence}>
      <Form form={form} submit={submit}>
        <PasswordField
          name="password"
          label={t('register.password')}
          hint={t('register.passwordHint')}
          autoComplete="new-password"
        />
        <PasswordField name="confirmPassword" label={t('register.confirmPassword')} autoComplete="new-password" />
        <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
          {t('forget.resetSubmit')}
        </button>
      </Form>
    </AuthCard>
  );
}

type NewPassword = { token: string; password: string; confirmPassword: string };

function useNewPassword(token: string) {
  const failure = useFailure();
  const [isDone, setDone] = useState(false);
  const form = useContractForm<NewPassword>(resetPassword.body, { token, password: '', confirmPassword: '' });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      await call(resetPassword, { body });
      forgetMailedToken();
      setDone(true);
    } catch (error) {
      if (!showFieldErrors(form, error)) failure.fail(error);
    }
  });
  return { form, submit, failure, isDone };
}

function isExpired(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.code === 'link_expired';
}
