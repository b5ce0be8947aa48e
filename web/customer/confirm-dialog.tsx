import type { Question } from './confirm-sheet.tsx';
import { DialogButton } from './dialog-button.tsx';
import { neededPart } from './frame/needed-part.ts';

const ConfirmSheet = neededPart(async () => (await import('./confirm-sheet.tsx')).ConfirmSheet);

type ConfirmDialogProps = Question & {
  /** The words of the button that asks. */
  trigger: string;
  /** The id of what the button is about. */
  describedBy?: string;
};

/** A button whose deed is asked about once more before it is done. */
export function ConfirmDialog({ trigger, describedBy, ...question }: ConfirmDialogProps) {
  return (
    <DialogButton
      className="button-plain"
      describedBy={describedBy}
      script={ConfirmSheet}
      dialog={(opening) => <ConfirmSheet {...question} {...opening} />}
    >
      {trigger}
    </DialogButton>
  );
}
