import { useState, Suspense } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { registerBody } from '#contract/session-forms.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { TextField, Form } from '../../forms/form.tsx';
import { discardDraft, useDraft } from '../../forms/drafts.ts';
import { useReaderLocale } from '../../ui/text.tsx';
import { showToast } from '../shell/toasts.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { AuthCard, NewPasswordField, AuthLink, ResendActivation } from './auth-card.tsx';
import { IdentityProviderButton } from './oidc-button.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';

type NewAccount = { displayName: string; email: string; username: string; password: string; confirmPassword: string };
/** What is known of a customer who has ordered as a guest. */
export type PrefilledAccount = Pick<NewAccount, 'displayName' | 'email'>;

const DRAFT = 'register';

/** Registration; afterwards it says that an activation link was emailed. */
export function Component() {
  const t = useTranslations('customer.register');
  const [done, setDone] = useState<{ message: string; email: string }>();
  const { form, submit, errorMessage, isWaiting, isBusy } = useRegistration(setDone);
  if (done) return <RegistrationDone {...done} />;
  return (
    <AuthCard title={t('title')} lead={t('lead')} error={isWaiting ? errorMessage : undefined}>
      <Form form={form} submit={submit}>
        <TextField name="displayName" label={t('displayName')} autoComplete="name" />
        <TextField name="email" label={t('email')} type="email" autoComplete="email" spellCheck={false} />
        <TextField
          name="username"
          label={t('username')}
          hint={t('usernameHint')}
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordField isConfirmed />
        <button className="button" disabled={isBusy}>
          {t('submit')}
        </button>
      </Form>
      <IdentityProviderButton />
      <p>
        {t('haveAccount')} <AuthLink to="login">{t('signIn')}</AuthLink>
      </p>
    </AuthCard>
  );
}

function useRegistration(onDone: (done: { message: string; email: string }) => void) {
  const t = useTranslations('customer.register');
  const locale = useReaderLocale();
  const prefilled = useLocation().state as Partial<PrefilledAccount> | null;
  const registration = useApiForm<NewAccount>({
    schema: registerBody,
    // What was typed before the script had come is the value of a field without a default.
    defaultValues: prefilled ?? {},
    send: async (account) => {
      const { message } = await sendRequest('register', { body: { ...account, locale } });
      discardDraft(DRAFT);
      onDone({ message, email: account.email });
    },
    onError: (error) => showToast({ text: firstErrorMessage(error) ?? t('failed'), kind: 'danger' }),
  });
  useDraft(registration.form, { name: DRAFT, fields: ['displayName', 'email', 'username'] });
  return registration;
}

/** The first message of the response (specification §5). */
function firstErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiRequestError)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
}

/** Loaded on demand; without it the page below says the same. */
const RegistrationDialog = lazyWithPreload(async () => (await import('./auth-dialogs.tsx')).RegistrationDialog, {
  onError: 'hide',
});

type RegistrationDoneProps = { message: string; email: string };

/** Asks to open the activation link: in the specification's dialog, and on the page below it. */
export function RegistrationDone({ message, email }: RegistrationDoneProps) {
  const t = useTranslations('customer.register');
  return (
    <>
      <AuthCard title={t('doneTitle')} lead={message}>
        <AuthLink to="login" className="button">
          {t('signIn')}
        </AuthLink>
        <details className="fold">
          <summary>{t('noEmail')}</summary>
          <ResendActivation email={email} />
        </details>
      </AuthCard>
      <Suspense>
        <RegistrationDialog message={message} />
      </Suspense>
    </>
  );
}
