import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormError } from '../../forms/form.tsx';
import { Alert, AlertContent } from '../dialogs/dialog.tsx';
import { useConsumeLink, type EmailLinkPurpose } from './email-link.tsx';
import { signOut } from './sign-in-and-out.ts';
import { clearEmailToken, withEmailToken, type EmailTokenPurpose } from './email-token.ts';
import { fetchProfile } from '../profile/current-profile.ts';
import MailOpen from 'lucide-react/icons/mail-open';

/** A signed-in customer opened an email link: the guard redirects to the start page, where this asks what to do. */
export function EmailLinkDialog({ purpose, token }: { purpose: EmailTokenPurpose; token: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    clearEmailToken();
    setOpen(false);
  };
  return (
    <Alert open={isOpen} onOpenChange={close}>
      {purpose === 'reset' ? <SignOutFirst page="forget-password" /> : <ConsumeLink purpose={purpose} token={token} />}
    </Alert>
  );
}

function ConsumeLink({ purpose, token }: { purpose: EmailLinkPurpose; token: string }) {
  const t = useTranslations('customer.emailLinks');
  const { consume, isBusy, needsPassword, errorMessage } = useConsumeLink(purpose, token);
  const [email, setEmail] = useState<string>();
  const confirm = async () => {
    const response = await consume();
    setEmail(response?.email);
    // The link may have changed the profile.
    if (response) await fetchProfile().catch(() => {});
  };
  if (needsPassword) return <SignOutFirst page="login" />;
  if (email !== undefined)
    return (
      <AlertContent title={t(`${purpose}.doneTitle`)} text={t(`${purpose}.done`, { email })}>
        <AlertDialog.Close className="button">{t('close')}</AlertDialog.Close>
      </AlertContent>
    );
  return (
    <AlertContent
      title={t(`${purpose}.title`)}
      text={t(`${purpose}.text`)}
      note={<FormError>{errorMessage}</FormError>}
    >
      <AlertDialog.Close className="button button-quiet">{t('later')}</AlertDialog.Close>
      <button type="button" className="button" disabled={isBusy} onClick={() => void confirm()}>
        {t(`${purpose}.submit`)}
      </button>
    </AlertContent>
  );
}

/** A password can only be chosen signed out, on the page that the link belongs to. */
function SignOutFirst({ page }: { page: 'login' | 'forget-password' }) {
  const t = useTranslations('customer.emailLinks');
  const continueSignedOut = () => signOut(withEmailToken(`/customer/auth/${page}`));
  return (
    <AlertContent title={t('reset.title')} text={t('reset.text')}>
      <AlertDialog.Close className="button button-quiet">{t('later')}</AlertDialog.Close>
      <button type="button" className="button" onClick={() => void continueSignedOut()}>
        {t('reset.submit')}
      </button>
    </AlertContent>
  );
}

/** The specification's dialog after a registration: activate the account by the emailed link. */
export function RegistrationDialog({ message }: { message: string }) {
  const t = useTranslations('customer.register');
  return (
    <Alert defaultOpen>
      <MailOpen className="dialog-icon" aria-hidden="true" size={32} />
      <AlertContent title={t('doneTitle')} text={message}>
        <AlertDialog.Close className="button">{t('ok')}</AlertDialog.Close>
      </AlertContent>
    </Alert>
  );
}
