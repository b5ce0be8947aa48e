import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Opening } from './use-opening.ts';

type TitledDialogProps = Pick<Opening, 'isOpen' | 'onOpenChange'> & {
  title: string;
  finalFocus?: Dialog.Popup.Props['finalFocus'];
  /** Small, and with nothing in it to lose: a tap beside it closes it too. */
  isNote?: boolean;
  children: ReactNode;
};

/** What stands above the page with its title and a cross, a form above all. */
export function TitledDialog({ title, isOpen, onOpenChange, finalFocus, isNote, children }: TitledDialogProps) {
  const t = useTranslations('customer.site');
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal={!isNote}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Viewport className="dialog-room">
          <Dialog.Popup className={isNote ? 'dialog dialog-small' : 'dialog'} finalFocus={finalFocus}>
            <header className="dialog-head">
              <Dialog.Title className="dialog-title">{title}</Dialog.Title>
              <Dialog.Close className="tool" aria-label={t('close')}>
                <X aria-hidden="true" size={20} />
              </Dialog.Close>
            </header>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
