import { AlertDialog } from '@base-ui/react/alert-dialog';
import { MailOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { AlertSheet, AlertWords } from '../alert-sheet.tsx';

/** The specification's dialog after a registration: activate by the e-mailed link. */
export function RegisteredDialog({ message }: { message: string }) {
  const t = useTranslations('customer.register');
  return (
    <AlertSheet defaultOpen>
      <MailOpen className="dialog-icon" aria-hidden="true" size={32} />
      <AlertWords title={t('doneTitle')} text={message}>
        <AlertDialog.Close className="button">{t('understood')}</AlertDialog.Close>
      </AlertWords>
    </AlertSheet>
  );
}
