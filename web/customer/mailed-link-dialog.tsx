import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Refused } from '../forms/form.tsx';
import { AlertSheet, AlertWords } from './alert-sheet.tsx';
import { useSpendLink, type LinkPurpose } from './auth/spend-link.tsx';
import { logOutHere } from './log-out.ts';
import { forgetMailedToken, withMailedToken, type MailedPurpose } from './mailed-token.ts';
import { readProfile } from './own-profile.ts';

/** A signed-in customer opened a mailed link: the guard leads them to the start, and this asks there what to do. */
export function MailedLinkDialog({ purpose, token }: { purpose: MailedPurpose; token: string }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    forgetMailedToken();
    setOpen(false);
  };
  return (
    <AlertSheet open={isOpen} onOpenChange={close}>
      {purpose === 'reset' ? <ResetElsewhere /> : <Spend purpose={purpose} token={token} />}
    </AlertSheet>
  );
}

function Spend({ purpose, token }: { purpose: LinkPurpose; token: string }) {
  const t = useTranslations('customer.mailed');
  const { spend, isHeldBack, email, refusal } = useSpendLink(purpose, token);
  const confirm = async () => {
    const isSpent = (await spend()) !== undefined;
    // The link may have changed the very profile that is shown.
    if (isSpent) await readProfile().catch(() => {});
  };
  if (email !== undefined)
    return (
      <AlertWords title={t(`${purpose}.doneTitle`)} text={t(`${purpose}.done`, { email })}>
        <AlertDialog.Close className="button">{t('close')}</AlertDialog.Close>
      </AlertWords>
    );
  return (
    <AlertWords title={t(`${purpose}.title`)} text={t(`${purpose}.text`)} note={<Refused>{refusal}</Refused>}>
      <AlertDialog.Close className="button button-quiet">{t('later')}</AlertDialog.Close>
      <button type="button" className="button" disabled={isHeldBack} onClick={() => void confirm()}>
        {t(`${purpose}.submit`)}
      </button>
    </AlertWords>
  );
}

/** A new password is chosen by who is not signed in. */
function ResetElsewhere() {
  const t = useTranslations('customer.mailed');
  const goOn = () => logOutHere(withMailedToken('/customer/auth/forget-password'));
  return (
    <AlertWords title={t('reset.title')} text={t('reset.text')}>
      <AlertDialog.Close className="button button-quiet">{t('later')}</AlertDialog.Close>
      <button type="button" className="button" onClick={() => void goOn()}>
        {t('reset.submit')}
      </button>
    </AlertWords>
  );
}
