import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { changeEmailBody, changePasswordBody } from '#contract/session-forms.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { sendSecurityRequest } from '../security/security-api.ts';
import { TextField, Form, FormError, PasswordField } from '../../forms/form.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useFormError } from '../page/use-form-error.ts';
import { Section } from './profile-section.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../shell/toasts.tsx';
import { useProfile } from './current-profile.ts';
import { DownloadButton } from '../page/download-button.tsx';
import { DialogButton } from '../dialogs/dialog-button.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { useProof } from '../security/use-proof.tsx';

/** The customer's email address. A new one takes effect once its emailed link was opened. */
export function EmailSettings({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  return (
    <Section name="email">
      <p>
        {t('currentEmail')}{' '}
        <b>
          <bdi>{profile.email}</bdi>
        </b>
      </p>
      <ChangeEmail />
    </Section>
  );
}

function ChangeEmail() {
  const t = useTranslations('account');
  const { form, submit, errorMessage, isBusy, message, proofDialog } = useChangeEmail();
  if (message)
    return (
      <p className="alert" role="status">
        {message} {t('emailLinkSent')}
      </p>
    );
  return (
    <details className="fold">
      <summary>{t('changeEmail')}</summary>
      <Form form={form} submit={submit} className="form narrow">
        <TextField
          name="email"
          label={t('newEmail')}
          hint={t('emailHint')}
          type="email"
          autoComplete="email"
          spellCheck={false}
        />
        <FormError>{errorMessage}</FormError>
        <button className="button" disabled={isBusy}>
          {t('sendConfirmation')}
        </button>
      </Form>
      {proofDialog}
    </details>
  );
}

function useChangeEmail() {
  const [message, setMessage] = useState<string>();
  const { withProof, proofDialog } = useProof();
  const emailForm = useApiForm<{ email: string }>({
    schema: changeEmailBody,
    defaultValues: { email: '' },
    send: async (body) => setMessage((await withProof(() => sendSecurityRequest('changeEmail', { body }))).message),
  });
  return { ...emailForm, message, proofDialog };
}

/** Changes the password, or sends the link to set one. */
export function PasswordSettings({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  return (
    <Section name="password">
      {profile.hasPassword ? <ChangePassword profile={profile} /> : <RequestPasswordLink lead={t('noPassword')} />}
    </Section>
  );
}

function ChangePassword({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  const { form, submit, errorMessage, isBusy, proofDialog } = useChangePassword();
  return (
    <Form form={form} submit={submit} className="form narrow">
      <input type="text" className="visually-hidden" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordField name="currentPassword" label={t('currentPassword')} autoComplete="current-password" />
      <PasswordField name="password" label={t('newPassword')} hint={t('passwordHint')} autoComplete="new-password" />
      <PasswordField name="confirmPassword" label={t('confirmPassword')} autoComplete="new-password" />
      <FormError>{errorMessage}</FormError>
      <button className="button" disabled={isBusy}>
        {t('changePassword')}
      </button>
      {proofDialog}
    </Form>
  );
}

type Passwords = { currentPassword: string; password: string; confirmPassword: string };

const EMPTY_PASSWORDS: Passwords = { currentPassword: '', password: '', confirmPassword: '' };

function useChangePassword() {
  const t = useTranslations('account');
  const queries = useQueryClient();
  const { withProof, proofDialog } = useProof();
  const passwordForm = useApiForm<Passwords>({
    schema: changePasswordBody,
    defaultValues: EMPTY_PASSWORDS,
    send: async (body, form) => {
      await withProof(() => sendSecurityRequest('changePassword', { body }));
      form.reset(EMPTY_PASSWORDS);
      showToast({ text: t('passwordChanged') });
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      void queries.invalidateQueries({ queryKey: ['activity'] });
    },
  });
  return { ...passwordForm, proofDialog };
}

/** For customers who only sign in with the identity provider: sends the link to set a password. */
export function RequestPasswordLink({ lead }: { lead: string }) {
  const t = useTranslations('account');
  const email = useProfile()?.email ?? '';
  const { message, isWaiting, setError, clear } = useFormError();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    clear();
    try {
      await sendRequest('forgotPassword', { body: { email } });
      setSent(true);
    } catch (error) {
      setError(error);
    }
  };
  return (
    <div className="password-link">
      <p>{lead}</p>
      {isSent ? (
        <p className="alert" role="status">
          {t('linkSent', { email })}
        </p>
      ) : (
        <button type="button" className="button button-quiet" disabled={isWaiting} onClick={() => void send()}>
          {t('sendLink')}
        </button>
      )}
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

/** Exports or deletes everything that the shop stores of the customer. */
export function YourData() {
  const t = useTranslations('account');
  return (
    <Section name="data">
      <ExportData />
      <div className="deletion">
        <h3>{t('deleteTitle')}</h3>
        <p>{t('deleteLead')}</p>
        <DeleteAccountButton />
      </div>
    </Section>
  );
}

function ExportData() {
  const t = useTranslations('account');
  const { withProof, proofDialog } = useProof();
  return (
    <div className="password-link">
      <p>{t('exportLead')}</p>
      <DownloadButton fetch={() => withProof(fetchAccount)} name="my-account.json" successMessage={t('exported')}>
        {t('export')}
      </DownloadButton>
      {proofDialog}
    </div>
  );
}

async function fetchAccount(): Promise<Blob> {
  const text = JSON.stringify(await sendSecurityRequest('exportAccount'), null, 2);
  return new Blob([text], { type: 'application/json' });
}

const DeleteAccountDialog = lazyWithPreload(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** Opens the dialog that deletes the account. */
export function DeleteAccountButton() {
  const t = useTranslations('account');
  return (
    <DialogButton
      className="button button-quiet"
      component={DeleteAccountDialog}
      renderDialog={(dialog) => <DeleteAccountDialog {...dialog} />}
    >
      {t('deleteOpen')}
    </DialogButton>
  );
}
