import { AlertDialog } from '@base-ui/react/alert-dialog';
import { MailOpen } from 'lucide-react';
import { useTranslations } from 'use-intl';

/** The specification's dialog after a registration: activate by the e-mailed link. */
export function RegisteredDialog({ message }: { message: string }) {
  const t = useTranslations('customer.register');
  return (
    <AlertDialog.Root defaultOpen>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil" />
        <AlertDialog.Viewport className="dialog-room">
          <AlertDialog.Popup className="dialog dialog-small">
            <MailOpen className="dialog-icon" aria-hidden="true" size={32} />
            <AlertDialog.Title className="dialog-title">{t('doneTitle')}</AlertDialog.Title>
            <AlertDialog.Description>{message}</AlertDialog.Description>
            <div className="dialog-actions">
              <AlertDialog.Close className="button">{t('understood')}</AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
