import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

type FormDialogProps = {
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Where the focus goes when it closes; `true` is where it came from. */
  finalFocus?: (() => HTMLElement | true) | undefined;
  children: ReactNode;
};

/** A form above the page. A tap beside it does not close it, so that nothing typed is lost by accident. */
export function FormDialog({ title, isOpen, onOpenChange, finalFocus, children }: FormDialogProps) {
  const t = useTranslations('customer.site');
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Viewport className="dialog-room">
          <Dialog.Popup className="dialog" finalFocus={finalFocus}>
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
