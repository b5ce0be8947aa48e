import { Suspense, type ReactNode, useState } from 'react';
import { type Preloadable, lazyWithPreload, useLoadOrToast } from '../shell/lazy-with-preload.ts';
import type { ConfirmOptions, DialogState } from './dialog.tsx';

type DialogButtonProps = {
  className: string;
  /** The id of the element that tells which item the button belongs to. */
  describedBy?: string | undefined;
  /** The dialog, preloaded on hover and focus. */
  component: Preloadable;
  renderDialog: (dialog: DialogState) => ReactNode;
  children: ReactNode;
};

/** A button and the dialog that it opens, which is loaded on demand. */
export function DialogButton({ className, describedBy, component, renderDialog, children }: DialogButtonProps) {
  const { open, dialog } = useDialogState(component);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onPointerEnter={component.preload}
        onFocus={component.preload}
        onClick={(event) => void open(event.currentTarget)}
      >
        {children}
      </button>
      <Suspense>{dialog && renderDialog(dialog)}</Suspense>
    </>
  );
}

const ConfirmAlert = lazyWithPreload(async () => (await import('./dialog.tsx')).ConfirmAlert);

type ConfirmButtonProps = ConfirmOptions & {
  /** The label of the button. */
  trigger: string;
  /** The id of the element that tells which item the button belongs to. */
  describedBy?: string;
};

/** A button whose action has to be confirmed. */
export function ConfirmButton({ trigger, describedBy, ...options }: ConfirmButtonProps) {
  return (
    <DialogButton
      className="button-plain"
      describedBy={describedBy}
      component={ConfirmAlert}
      renderDialog={(dialog) => <ConfirmAlert {...options} {...dialog} />}
    >
      {trigger}
    </DialogButton>
  );
}

/**
 * Opens a dialog once its script is loaded. `dialog` is undefined until it is first opened, and stays defined after it
 * closes, so that its closing can be animated.
 */
export function useDialogState(component: Preloadable) {
  const loadOrToast = useLoadOrToast();
  const [state, setState] = useState<{ isOpen: boolean; openedBy: HTMLElement }>();
  const open = async (openedBy: HTMLElement) => {
    if (component.isLoaded() || (await loadOrToast(component))) setState({ isOpen: true, openedBy });
  };
  const dialog: DialogState | undefined = state && {
    isOpen: state.isOpen,
    onOpenChange: (isOpen) => setState({ ...state, isOpen }),
    finalFocus: () => state.openedBy,
  };
  return { open, dialog };
}
