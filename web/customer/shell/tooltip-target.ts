import { useEffect, useState } from 'react';

/** Elements whose label is shown as a tooltip. */
const TOOLTIP_SELECTOR = 'button.tool[aria-label], a.tool[aria-label], [data-collapsed] .sidebar .menu-link';

/** The element of an event that has a tooltip. */
export function tooltipTargetOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(TOOLTIP_SELECTOR) : null;
}

/** The first hovered or focused element with a tooltip: the script of the tooltips is not needed before. */
export function useFirstTooltipTarget(): HTMLElement | null {
  const [first, setFirst] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    const look = ({ target }: Event) => {
      const tipped = tooltipTargetOf(target);
      if (!tipped) return;
      setFirst(tipped);
      ending.abort();
    };
    for (const name of ['pointerover', 'focusin'] as const)
      document.addEventListener(name, look, { signal: ending.signal });
    return () => ending.abort();
  }, []);
  return first;
}
