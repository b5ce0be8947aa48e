import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { NoWrapNumbers } from '../../ui/text.tsx';

/** The props of a dialog that `useDialogState` opens. */
export type DialogState = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Where the focus returns on closing: to the pressed button, which Safari does not focus by itself. */
  finalFocus: () => HTMLElement;
};

type TitledDialogProps = Pick<DialogState, 'isOpen' | 'onOpenChange'> & {
  title: string;
  finalFocus?: Dialog.Popup.Props['finalFocus'];
  /** Small and without a form: a press on the backdrop closes it too. */
  isSmall?: boolean;
  children: ReactNode;
};

/** A dialog with a title and a close button, usually with a form. */
export function TitledDialog({ title, isOpen, onOpenChange, finalFocus, isSmall, children }: TitledDialogProps) {
  const t = useTranslations('customer.site');
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange} disablePointerDismissal={!isSmall}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Viewport className="dialog-viewport">
          <Dialog.Popup className={isSmall ? 'dialog dialog-small' : 'dialog'} finalFocus={finalFocus}>
            <header className="dialog-head">
              <Dialog.Title className="dialog-title">
                <NoWrapNumbers text={title} />
              </Dialog.Title>
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

type AlertProps = AlertDialog.Root.Props & Pick<AlertDialog.Popup.Props, 'finalFocus'> & { children: ReactNode };

/** A small dialog that has to be answered; contains an {@link AlertContent}. */
export function Alert({ finalFocus, children, ...root }: AlertProps) {
  return (
    <AlertDialog.Root {...root}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Viewport className="dialog-viewport">
          <AlertDialog.Popup className="dialog dialog-small" finalFocus={finalFocus}>
            {children}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type AlertContentProps = {
  title: string;
  text: ReactNode;
  /** Between the text and the buttons. */
  note?: ReactNode;
  /** The buttons; an `AlertDialog.Close` closes the alert. */
  children: ReactNode;
};

/** The title, text and buttons of an alert. */
export function AlertContent({ title, text, note, children }: AlertContentProps) {
  return (
    <>
      <AlertDialog.Title className="dialog-title">
        <NoWrapNumbers text={title} />
      </AlertDialog.Title>
      <AlertDialog.Description render={<div />}>{text}</AlertDialog.Description>
      {note}
      <div className="dialog-actions">{children}</div>
    </>
  );
}

export type ConfirmOptions = {
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
};

/** Asks to confirm an action. */
export function ConfirmAlert({
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  isOpen,
  ...dialog
}: ConfirmOptions & DialogState) {
  return (
    <Alert open={isOpen} {...dialog}>
      <AlertContent title={title} text={text}>
        <AlertDialog.Close className="button button-quiet">{cancelLabel}</AlertDialog.Close>
        <AlertDialog.Close className="button button-danger" onClick={onConfirm}>
          {confirmLabel}
        </AlertDialog.Close>
      </AlertContent>
    </Alert>
  );
}
