import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { Form } from '../../forms/form.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useFailure } from '../use-failure.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';

/** Asks for the link to a new password, and says why, where an old one failed. The answer tells nothing of accounts. */
export function AskForLink({ because }: { because?: string | undefined }) {
  const t = useTranslations('customer.forget');
  const failure = useFailure();
  const [message, setMessage] = useState<string>();
  const form = useContractForm<{ email: string }>(forgotPassword.body, { email: '' });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      setMessage((await call(forgotPassword, { body })).message);
    } catch (error) {
      if (!showFieldErrors(form, error)) failure.fail(error);
    }
  });
  return (
    <AuthCard title={t('title')} lead={t('lead')} error={message ? undefined : (failure.sentence ?? because)}>
      {message ? (
        <p className="notice" role="status">
          {message} {t('noMail')}
        </p>
      ) : (
        <Form form={form} submit={submit}>
          <Field name="email" label={t('email')} type="email" autoComplete="email" spellCheck={false} />
          <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
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
