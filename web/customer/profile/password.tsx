import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { changePassword, type Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Form, Refused } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useNotify } from '../notices.tsx';
import { useFailure } from '../use-failure.ts';
import { GetPassword } from './get-password.tsx';
import { Section } from './section.tsx';

/** Another password, or for who has none the way to one. */
export function Password({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  return (
    <Section name="password">
      {profile.hasPassword ? <ChangePassword profile={profile} /> : <GetPassword lead={t('noPassword')} />}
    </Section>
  );
}

function ChangePassword({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  const { form, submit, failure } = useChangePassword();
  return (
    <Form form={form} submit={submit} className="form narrow">
      <input type="text" className="visually-hidden" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField name="currentPassword" label={t('currentPassword')} autoComplete="current-password" />
      <PasswordField name="password" label={t('newPassword')} hint={t('passwordHint')} autoComplete="new-password" />
      <PasswordField name="confirmPassword" label={t('newPasswordAgain')} autoComplete="new-password" />
      <Refused>{failure.sentence}</Refused>
      <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
        {t('changePassword')}
      </button>
    </Form>
  );
}

type Passwords = { currentPassword: string; password: string; confirmPassword: string };

const EMPTY: Passwords = { currentPassword: '', password: '', confirmPassword: '' };

function useChangePassword() {
  const t = useTranslations('account');
  const notify = useNotify();
  const failure = useFailure();
  const queries = useQueryClient();
  const form = useContractForm<Passwords>(changePassword.body, EMPTY);
  const submit = form.handleSubmit(async (body) => {
    failure.clear();
    try {
      await call(changePassword, { body });
      form.reset(EMPTY);
      notify({ text: t('passwordChanged') });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      void queries.invalidateQueries({ queryKey: ['activity'] });
    } catch (error) {
      if (!showFieldErrors(form, error)) failure.fail(error);
    }
  });
  return { form, submit, failure };
}
