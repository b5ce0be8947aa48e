import { type ReactNode, useState } from 'react';
import { FormError, TextField, Form, PasswordField } from '../../forms/form.tsx';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { resendActivationBody } from '#contract/session-forms.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useApiForm } from '../page/use-api-form.ts';
import { useQueryString } from '../shell/header.tsx';
import { useShopPath } from '../shell/locale.tsx';

type AuthCardProps = { title: string; lead: string; error?: string | undefined; children: ReactNode };

/** A narrow column with a heading and a lead; an error replaces the lead, so that nothing moves. */
export function AuthCard({ title, lead, error, children }: AuthCardProps) {
  return (
    <section className="auth-card">
      <title>{title}</title>
      <h1>{title}</h1>
      <div className="auth-lead">{error ? <FormError>{error}</FormError> : <p className="lead">{lead}</p>}</div>
      {children}
    </section>
  );
}

type AuthLinkProps = { to: 'login' | 'register' | 'forget-password'; className?: string; children: ReactNode };

/** A link between the sign-in pages, which keeps what is to happen after signing in in the URL. */
export function AuthLink({ to, className, children }: AuthLinkProps) {
  const search = useQueryString();
  return (
    <Link to={{ pathname: `/auth/${to}`, search }} className={className}>
      {children}
    </Link>
  );
}

/** A new password, and where it is typed twice its confirmation. */
export function NewPasswordField({ isConfirmed = false }: { isConfirmed?: boolean }) {
  const t = useTranslations('customer.register');
  return (
    <>
      <PasswordField name="password" label={t('password')} hint={t('passwordHint')} autoComplete="new-password" />
      {isConfirmed && <PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" />}
    </>
  );
}

/** Requests a new activation link. */
export function ResendActivation({ email = '' }: { email?: string }) {
  const t = useTranslations('customer');
  const [message, setMessage] = useState<string>();
  const { form, submit, errorMessage, isBusy } = useApiForm<{ email: string }>({
    schema: resendActivationBody,
    defaultValues: { email },
    send: async (body) => setMessage((await sendRequest('resendActivation', { body })).message),
  });
  return (
    <Form form={form} submit={submit}>
      <TextField name="email" type="email" label={t('register.email')} autoComplete="email" spellCheck={false} />
      <button className="button button-quiet" disabled={isBusy}>
        {t('login.resend')}
      </button>
      <p role="status">{errorMessage ?? message}</p>
    </Form>
  );
}

/** The state of a history entry after the account was deleted. */
export const ACCOUNT_DELETED_STATE = { accountDeleted: true } as const;

export function isAccountDeleted(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accountDeleted' in state;
}

/** After the account was deleted: what was removed, what is kept, and the link back to the shop. */
export function AccountDeleted() {
  const t = useTranslations('customer.accountDeleted');
  const shop = useShopPath();
  return (
    <AuthCard title={t('title')} lead={t('text')}>
      <p>{t('kept')}</p>
      <a className="button" href={shop('/')}>
        {t('toShop')}
      </a>
    </AuthCard>
  );
}
