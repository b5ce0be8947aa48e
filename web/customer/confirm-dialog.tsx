import { AlertDialog } from '@base-ui/react/alert-dialog';

type ConfirmDialogProps = {
  /** The words of the button that asks. */
  trigger: string;
  /** The id of what the button is about. */
  describedBy?: string;
  title: string;
  text: string;
  confirm: string;
  keep: string;
  onConfirm: () => void;
};

/** A button whose deed is asked about once more before it is done. */
export function ConfirmDialog({ trigger, describedBy, title, text, confirm, keep, onConfirm }: ConfirmDialogProps) {
  return (
    <AlertDialog.Root>
      <AlertDialog.Trigger className="button-plain" aria-describedby={describedBy}>
        {trigger}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="veil" />
        <AlertDialog.Viewport className="dialog-room">
          <AlertDialog.Popup className="dialog dialog-small">
            <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
            <AlertDialog.Description>{text}</AlertDialog.Description>
            <div className="dialog-actions">
              <AlertDialog.Close className="button button-quiet">{keep}</AlertDialog.Close>
              <AlertDialog.Close className="button button-danger" onClick={onConfirm}>
                {confirm}
              </AlertDialog.Close>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
