import { AlertDialog } from '@base-ui/react/alert-dialog';
import { AlertSheet, AlertWords } from './alert-sheet.tsx';
import type { Opening } from './use-opening.ts';

export type Question = { title: string; text: string; confirm: string; keep: string; onConfirm: () => void };

/** The question of a `ConfirmDialog`. */
export function ConfirmSheet({ title, text, confirm, keep, onConfirm, isOpen, ...opening }: Question & Opening) {
  return (
    <AlertSheet open={isOpen} {...opening}>
      <AlertWords title={title} text={text}>
        <AlertDialog.Close className="button button-quiet">{keep}</AlertDialog.Close>
        <AlertDialog.Close className="button button-danger" onClick={onConfirm}>
          {confirm}
        </AlertDialog.Close>
      </AlertWords>
    </AlertSheet>
  );
}
