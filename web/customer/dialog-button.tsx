import { Suspense, type ReactNode } from 'react';
import type { NeededScript } from './use-bring.ts';
import { useOpening, type Opening } from './use-opening.ts';

type DialogButtonProps = {
  className: string;
  /** The id of what the button is about. */
  describedBy?: string | undefined;
  /** The dialog's, fetched once somebody is about to press. */
  script: NeededScript;
  dialog: (opening: Opening) => ReactNode;
  children: ReactNode;
};

/** A button, and the dialog that it opens, which comes when it is first wanted. */
export function DialogButton({ className, describedBy, script, dialog, children }: DialogButtonProps) {
  const { open, opening } = useOpening(script);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onPointerEnter={script.prepare}
        onFocus={script.prepare}
        onClick={(event) => void open(event.currentTarget)}
      >
        {children}
      </button>
      <Suspense>{opening && dialog(opening)}</Suspense>
    </>
  );
}
