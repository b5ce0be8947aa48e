import { AlertDialog } from '@base-ui/react/alert-dialog';

export type Question = { title: string; text: string; confirm: string; keep: string; onConfirm: () => void };

type ConfirmSheetProps = Question & { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The question of a `ConfirmDialog`. */
export function ConfirmSheet({ title, text, confirm, keep, onConfirm, isOpen, onOpenChange }: ConfirmSheetProps) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={onOpenChange}>
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
