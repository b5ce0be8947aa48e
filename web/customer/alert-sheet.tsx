import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';

type AlertSheetProps = AlertDialog.Root.Props & Pick<AlertDialog.Popup.Props, 'finalFocus'> & { children: ReactNode };

/** A small dialog that wants an answer: `AlertWords` go into it. */
export function AlertSheet({ finalFocus, children, ...root }: AlertSheetProps) {
  return (
    <AlertDialog.Root {...root}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil" />
        <AlertDialog.Viewport className="dialog-room">
          <AlertDialog.Popup className="dialog dialog-small" finalFocus={finalFocus}>
            {children}
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

type AlertWordsProps = {
  title: string;
  text: ReactNode;
  /** What stands between the words and the answers. */
  note?: ReactNode;
  /** The answers: buttons, of which `AlertDialog.Close` leave it. */
  children: ReactNode;
};

/** What an alert sheet says, and the answers to it. */
export function AlertWords({ title, text, note, children }: AlertWordsProps) {
  return (
    <>
      <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
      <AlertDialog.Description render={<div />}>{text}</AlertDialog.Description>
      {note}
      <div className="dialog-actions">{children}</div>
    </>
  );
}
