import { Tooltip } from '@base-ui/react/tooltip';
import { useEffect, useRef, useState } from 'react';
import { tooltipTargetOf } from './tooltip-target.ts';

const POINTER_DELAY_MS = 400;

/** The labels of icon buttons as tooltips, for pointer and keyboard; Escape hides them. */
export function Tooltips({ first }: { first: HTMLElement }) {
  const [target, setTarget] = useState(() => (first.matches(':hover, :focus-visible') ? first : null));
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => watchTooltipTargets(setTarget, popup), []);
  return (
    <Tooltip.Root open={target !== null} onOpenChange={(open) => !open && setTarget(null)}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={target}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          className="tooltip-positioner"
        >
          <Tooltip.Popup ref={popup} className="tooltip" aria-hidden="true" data-tooltip-popup="">
            {target && tooltipText(target)}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

function tooltipText(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? element.querySelector('.menu-label')?.textContent ?? '';
}

type ShowTooltip = (target: HTMLElement | null) => void;

function watchTooltipTargets(show: ShowTooltip, popup: { current: HTMLElement | null }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ending = new AbortController();
  const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { signal: ending.signal });
  const hide = () => {
    clearTimeout(timer);
    show(null);
  };
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType !== 'mouse' || popup.current?.contains(target as Node)) return;
    const tipped = tooltipTargetOf(target);
    clearTimeout(timer);
    if (tipped) timer = setTimeout(() => show(tipped), POINTER_DELAY_MS);
    else show(null);
  });
  on('focusin', ({ target }) => {
    const tipped = tooltipTargetOf(target);
    if (tipped?.matches(':focus-visible')) show(tipped);
  });
  on('focusout', hide);
  on('pointerdown', hide);
  on('keydown', ({ key }) => key === 'Escape' && hide());
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}
