import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { OpenedInvitation } from '#contract/admin-invitations.ts';
import { registerByInvitationBody } from '#contract/invitation-forms.ts';
import { ADMIN_AREA, signInPath } from '#contract/pages.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { clearSession } from '../browser/session-changes.ts';
import { isSignedIn, storedProfile } from '../browser/session.ts';
import { NewPasswordField } from '../customer/auth/auth-card.tsx';
import { completeSignIn, signOut } from '../customer/auth/sign-in-and-out.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useApiForm } from '../customer/page/use-api-form.ts';
import { LanguageMenu, ThemeButton, Wordmark } from '../customer/shell/header.tsx';
import { useErrorToast } from '../customer/shell/toasts.tsx';
import { Form, FormError, TextField } from '../forms/form.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { forgetInvitation, invitationToken } from './invitation-token.ts';
import '../customer/auth/auth.css';

/** Where an invitation by email leads: whoever reads it need not be staff, nor signed in. */
export function InvitationPage() {
  return (
    <AdminMessages of="adminStaff">
      <header className="admin-header">
        <Wordmark />
        <div className="header-actions">
          <LanguageMenu />
          <ThemeButton />
        </div>
      </header>
      <main id="content" className="admin-main admin-gate" tabIndex={-1}>
        <OpenedByLink />
      </main>
    </AdminMessages>
  );
}

function OpenedByLink() {
  const [token] = useState(invitationToken);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => sendRequest('getInvitation', { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Infinity,
  });
  const code = invitation.error instanceof ApiRequestError ? invitation.error.problem?.code : undefined;
  if (token === '' || code === 'link_expired' || code === 'invalid') return <Expired />;
  return <QueryContent query={invitation}>{(opened) => <Opened {...opened} token={token} />}</QueryContent>;
}

function Expired() {
  const t = useTranslations('adminStaff.invitation');
  return (
    <section className="status-page">
      <PageTitle title={t('expired')} />
      <p>{t('expiredText')}</p>
      <a className="button" href={signInPath(ADMIN_AREA)}>
        {t('toSignIn')}
      </a>
    </section>
  );
}

function Opened({ token, email, role, inviter, has_account: hasAccount }: OpenedInvitation & { token: string }) {
  const t = useTranslations('adminStaff.invitation');
  const roles = useTranslations('admin.roles');
  const signedInAs = isSignedIn() ? storedProfile()?.email : undefined;
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p className="lead">{t('lead', { inviter, role: roles(role) })}</p>
      <p>{t('address', { email })}</p>
      {signedInAs === undefined && !hasAccount && <Registration token={token} email={email} />}
      {signedInAs === undefined && hasAccount && <SignInFirst />}
      {signedInAs === email && <Acceptance token={token} />}
      {signedInAs !== undefined && signedInAs !== email && <OtherAccount email={signedInAs} />}
      {hasAccount && <p className="field-hint">{t('after')}</p>}
    </div>
  );
}

/** The token is kept in this tab while its reader signs in. */
function SignInFirst() {
  const t = useTranslations('adminStaff.invitation');
  return (
    <Choice text={t('signInText')}>
      <a className="button" href={signInPath(location.pathname)}>
        {t('signIn')}
      </a>
    </Choice>
  );
}

function OtherAccount({ email }: { email: string }) {
  const t = useTranslations('adminStaff.invitation');
  return (
    <Choice text={t('otherText', { email })}>
      <button type="button" className="button" onClick={() => void signOut(location.pathname)}>
        {t('signOut')}
      </button>
    </Choice>
  );
}

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p>{text}</p>
      <div className="admin-actions">{children}</div>
    </>
  );
}

/** Accepting ends every session of the account: its owner signs in once more. */
function Acceptance({ token }: { token: string }) {
  const t = useTranslations('adminStaff.invitation');
  const showErrorToast = useErrorToast();
  const accept = useMutation({
    mutationFn: () => sendRequest('acceptInvitation', { body: { token } }),
    onSuccess: () => {
      forgetInvitation();
      clearSession();
      location.replace(signInPath(ADMIN_AREA));
    },
    onError: showErrorToast,
  });
  return (
    <div className="admin-actions">
      <button
        type="button"
        className="button"
        disabled={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {t('accept')}
      </button>
    </div>
  );
}

type NewAccount = { token: string; displayName: string; password: string; confirmPassword: string };

function Registration({ token, email }: { token: string; email: string }) {
  const t = useTranslations('adminStaff.invitation');
  const { form, submit, errorMessage, isBusy } = useApiForm<NewAccount>({
    schema: registerByInvitationBody,
    defaultValues: { token, displayName: '', password: '', confirmPassword: '' },
    send: async (body) => {
      await sendRequest('registerByInvitation', { body });
      forgetInvitation();
      await signInWith({ username: email, password: body.password });
    },
  });
  return (
    <>
      <p>{t('createText')}</p>
      <Form form={form} submit={submit}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextField name="displayName" label={t('name')} autoComplete="name" />
        <NewPasswordField isConfirmed />
        <FormError>{errorMessage}</FormError>
        <button className="button" disabled={isBusy}>
          {t('create')}
        </button>
      </Form>
    </>
  );
}

/** Where that fails, the account is there all the same. */
async function signInWith(credentials: { username: string; password: string }): Promise<void> {
  try {
    const signedIn = await sendRequest('logIn', { body: credentials });
    await completeSignIn(signedIn, new URLSearchParams({ back: ADMIN_AREA }));
  } catch {
    location.replace(signInPath(ADMIN_AREA));
  }
}
