import { useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { register } from '#contract/sessions.ts';
import { call, CallFailed } from '../../browser/client.ts';
import { Field } from '../../forms/field.tsx';
import { Form } from '../../forms/form.tsx';
import { PasswordField } from '../../forms/password-field.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetDraft } from '../../forms/drafts.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { useNotify } from '../notices.tsx';
import { useFailure } from '../use-failure.ts';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';
import { ProviderButton } from './provider-button.tsx';
import { Registered } from './registered.tsx';

type NewAccount = { displayName: string; email: string; username: string; password: string; confirmPassword: string };
/** What is known of somebody who has ordered as a guest. */
export type Known = Pick<NewAccount, 'displayName' | 'email'>;

const EMPTY: NewAccount = { displayName: '', email: '', username: '', password: '', confirmPassword: '' };
const DRAFT = 'register';

/** Registration; afterwards it says that an activation link was mailed. */
export function Component() {
  const t = useTranslations('customer.register');
  const [done, setDone] = useState<{ message: string; email: string }>();
  const { form, submit, failure } = useRegistration(setDone);
  if (done) return <Registered {...done} />;
  return (
    <AuthCard title={t('title')} lead={t('lead')} error={failure.isWaiting ? failure.sentence : undefined}>
      <Form form={form} submit={submit}>
        <Field name="displayName" label={t('displayName')} autoComplete="name" />
        <Field name="email" label={t('email')} type="email" autoComplete="email" spellCheck={false} />
        <Field
          name="username"
          label={t('username')}
          hint={t('usernameHint')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField name="password" label={t('password')} hint={t('passwordHint')} autoComplete="new-password" />
        <PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" />
        <button className="button" disabled={form.formState.isSubmitting || failure.isWaiting}>
          {t('submit')}
        </button>
      </Form>
      <ProviderButton />
      <p>
        {t('haveAccount')} <AuthLink to="login">{t('signIn')}</AuthLink>
      </p>
    </AuthCard>
  );
}

function useRegistration(onDone: (done: { message: string; email: string }) => void) {
  const t = useTranslations('customer.register');
  const locale = useReaderLocale();
  const notify = useNotify();
  const failure = useFailure();
  const known = useLocation().state as Partial<Known> | null;
  const form = useContractForm<NewAccount>(register.body, { ...EMPTY, ...known });
  useDraft(form, { name: DRAFT, fields: ['displayName', 'email', 'username'] });
  const submit = form.handleSubmit(async (account) => {
    try {
      const { message } = await call(register, { body: { ...account, locale } });
      forgetDraft(DRAFT);
      onDone({ message, email: account.email });
    } catch (error) {
      failure.fail(error);
      showFieldErrors(form, error);
      notify({ text: firstSentence(error) ?? t('failed'), kind: 'danger' });
    }
  });
  return { form, submit, failure };
}

/** The first thing that the server said (specification, section 5). */
function firstSentence(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
}
