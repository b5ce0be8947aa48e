import { useState } from 'react';
import { useBring, type NeededScript } from './use-bring.ts';

/** What a dialog is given by what opened it. */
export type Opening = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Where the focus goes when it closes: to what was pressed, which Safari does not focus by itself. */
  finalFocus: () => HTMLElement;
};

/** Opens a dialog once its script is there; `opening` stays when it closes, so that it can do so before one's eyes. */
export function useOpening(script: NeededScript) {
  const bring = useBring();
  const [opened, setOpened] = useState<{ isOpen: boolean; from: HTMLElement }>();
  const open = async (from: HTMLElement) => {
    if (script.isThere() || (await bring(script))) setOpened({ isOpen: true, from });
  };
  const opening: Opening | undefined = opened && {
    isOpen: opened.isOpen,
    onOpenChange: (isOpen) => setOpened({ ...opened, isOpen }),
    finalFocus: () => opened.from,
  };
  return { open, opening };
}
