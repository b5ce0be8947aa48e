import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeEmail, type Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { Form, Refused } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useFailure } from '../use-failure.ts';
import { GetPassword } from './get-password.tsx';
import { Section } from './section.tsx';

/** The address that the shop writes to. Another one counts once the link that is mailed to it was opened. */
export function EmailAddress({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  return (
    <Section name="email">
      <p>
        {t('emailNow')}{' '}
        <b>
          <bdi>{profile.email}</bdi>
        </b>
      </p>
      {profile.hasPassword ? <ChangeEmail /> : <GetPassword lead={t('emailNeedsPassword')} />}
    </Section>
  );
}

function ChangeEmail() {
  const t = useTranslations('account');
  const { form, submit, failure, message } = useChangeEmail();
  if (message)
    return (
      <p className="notice" role="status">
        {message} {t('emailMailed')}
      </p>
    );
  return (
    <details className="fold">
      <summary>{t('changeEmail')}</summary>
      <Form form={form} submit={submit} className="form narrow">
        <Field
          name="email"
          label={t('newEmail')}
          hint={t('emailHint')}
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
        <PasswordField name="password" label={t('yourPassword')} autoComplete="current-password" />
        <Refused>{failure.sentence}</Refused>
        <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
          {t('mailConfirmation')}
        </button>
      </Form>
    </details>
  );
}

function useChangeEmail() {
  const failure = useFailure();
  const [message, setMessage] = useState<string>();
  const form = useContractForm<{ email: string; password: string }>(changeEmail.body, { email: '', password: '' });
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      setMessage((await call(changeEmail, { body })).message);
    } catch (error) {
      if (!showFieldErrors(form, error)) failure.fail(error);
    }
  });
  return { form, submit, failure, message };
}
