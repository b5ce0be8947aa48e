import type { ReactNode } from 'react';

/** A drawing above a status page: decoration, in the colours of the theme. */
export function Art({ children, width = 320 }: { children: ReactNode; width?: number }) {
  return (
    <svg className="status-art" viewBox={`0 0 ${width} 200`} width={width} height={200} aria-hidden="true">
      {children}
    </svg>
  );
}

type BookProps = { x: number; height: number; width?: number; tone: 'plum' | 'paper' | 'gold' | 'green' | 'ink' };

/** The bottom of every shelf. */
export const SHELF_Y = 168;

/** A book's spine, standing on the shelf. */
export function Spine({ x, height, width = 24, tone }: BookProps) {
  const y = SHELF_Y - height;
  return (
    <g className={`tone-${tone}`}>
      <rect className="spine" x={x} y={y} width={width} height={height} rx="2" />
      <path className="band" d={`M${x} ${y + 14}h${width}M${x} ${y + 20}h${width}M${x} ${y + height - 16}h${width}`} />
    </g>
  );
}

export function Shelf({ from = 12, to = 308 }: { from?: number; to?: number }) {
  return (
    <g>
      <rect className="wood" x={from} y={SHELF_Y} width={to - from} height="8" rx="2" />
      <path className="shade" d={`M${from + 8} ${SHELF_Y + 12}h${to - from - 16}`} />
    </g>
  );
}
