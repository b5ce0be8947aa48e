import { Suspense, useState, type ReactNode } from 'react';

type Opening = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

type DialogButtonProps = {
  className: string;
  /** The id of what the button is about. */
  describedBy?: string | undefined;
  /** Fetches the dialog's script, once somebody is about to press. */
  prepare: () => void;
  dialog: (opening: Opening) => ReactNode;
  children: ReactNode;
};

/** A button, and the dialog that it opens, which comes when it is first wanted. */
export function DialogButton({ className, describedBy, prepare, dialog, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <Suspense>{isOpen !== undefined && dialog({ isOpen, onOpenChange: setOpen })}</Suspense>
    </>
  );
}
