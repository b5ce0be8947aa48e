import type { ReactNode } from 'react';

/** A library card with its stamps: the way in. */
export function LibraryCard() {
  return (
    <Art>
      <path className="pocket" d="M84 84h152v104H84z" />
      <g className="paper">
        <path d="M100 20h120v112H100z" />
        <path className="ruled" d="M112 44h96M112 64h96M112 84h96M112 104h96M160 36v72" />
      </g>
      <g className="stamp">
        <rect x="116" y="48" width="36" height="12" rx="2" transform="rotate(-4 134 54)" />
        <rect x="168" y="68" width="36" height="12" rx="2" transform="rotate(3 186 74)" />
        <rect x="116" y="88" width="36" height="12" rx="2" transform="rotate(2 134 94)" />
      </g>
      <path className="pocket-front" d="M84 116h56c4 12 36 12 40 0h56v72H84z" />
    </Art>
  );
}

/** An ex-libris plate on a first page, with a pen: a new name comes in. */
export function ExLibris() {
  return (
    <Art>
      <path className="leaf" d="M160 44c-30-16-68-20-112-14v132c44-6 82-2 112 14z" />
      <path className="leaf" d="M160 44c30-16 68-20 112-14v132c-44-6-82-2-112 14z" />
      <path className="crease" d="M160 44v132" />
      <path
        className="ruled"
        d="M66 62c26-2 50 0 74 8M66 82c26-2 50 0 74 8M66 102c26-2 50 0 74 8M66 122c20-2 36-1 52 4"
      />
      <g transform="rotate(-3 216 102)">
        <rect className="plate" x="182" y="64" width="70" height="76" rx="4" />
        <path className="star" d="m217 76 4 9 10 1-8 6 3 10-9-6-9 6 3-10-8-6 10-1z" />
        <path className="written" d="M192 124c6-10 10-10 10-2s6 8 10-2 8-8 8 0 6 6 20-2" />
      </g>
      <path className="pen" d="m246 116 44-62 12 8-44 62-14 8z" />
    </Art>
  );
}

/** A key between two pages, as a bookmark that was forgotten there. */
export function ForgottenKey() {
  return (
    <Art>
      <path className="leaf" d="M160 60c-30-14-68-18-112-12v120c44-6 82-2 112 12z" />
      <path className="leaf" d="M160 60c30-14 68-18 112-12v120c-44-6-82-2-112 12z" />
      <path className="crease" d="M160 60v120" />
      <path
        className="ruled"
        d="M66 84c26-2 50 0 74 8M66 104c26-2 50 0 74 8M66 124c26-2 50 0 74 8M184 92c24-8 48-10 72-8M184 132c24-8 48-10 72-8"
      />
      <g className="key" transform="rotate(24 196 84)">
        <circle cx="196" cy="40" r="20" />
        <circle className="hole" cx="196" cy="40" r="9" />
        <path d="M192 59h8v72h-8zM200 106h14v8h-14zM200 120h10v8h-10z" />
      </g>
    </Art>
  );
}

/** A letter with a seal: the link is in the mail. */
export function SealedLetter() {
  return (
    <Art>
      <path className="paper" d="M96 16h128v100H96z" />
      <path className="ruled" d="M112 36h96M112 50h96M112 64h60" />
      <path className="envelope" d="M64 84h192v104H64z" />
      <path className="flap" d="m64 188 74-58M256 188l-74-58M64 84l96 66 96-66" />
      <circle className="seal" cx="160" cy="150" r="20" />
      <path
        className="seal-mark"
        d="M160 142c-4-3-8-4-12-3v18c4-1 8 0 12 3 4-3 8-4 12-3v-18c-4-1-8 0-12 3zM160 142v18"
      />
    </Art>
  );
}

/** A lamp over a closed book: reading was paused. */
export function LampAtNight() {
  return (
    <Art>
      <path className="beam" d="M128 62h64l56 118H72z" />
      <path className="lamp-arm" d="M160 20v22" />
      <path className="lamp" d="M160 32c24 0 38 14 40 30h-80c2-16 16-30 40-30z" />
      <g className="tone-plum">
        <rect className="spine" x="104" y="150" width="112" height="26" rx="3" />
        <path className="band" d="M118 150v26M124 150v26M202 150v26" />
      </g>
      <path className="ribbon" d="M184 176v18l5-5 5 5v-18" />
      <path className="wood-line" d="M56 178h208" />
    </Art>
  );
}

/** A reading room behind a cord. */
export function ClosedCord() {
  return (
    <Art>
      <path className="door" d="M104 188V64c0-60 112-60 112 0v124z" />
      <path className="door-leaf" d="M160 188V22M116 188V70c0-28 12-40 32-46M204 188V70c0-28-12-40-32-46" />
      <circle className="knob" cx="150" cy="116" r="4" />
      <circle className="knob" cx="170" cy="116" r="4" />
      <path className="post" d="M60 188v-84M260 188v-84M46 190h28M246 190h28" />
      <circle className="knob" cx="60" cy="98" r="7" />
      <circle className="knob" cx="260" cy="98" r="7" />
      <path className="cord" d="M60 112c40 54 160 54 200 0" />
    </Art>
  );
}

/** A gap on the shelf, where a slip of paper says that the book is out. */
export function NotOnTheShelf() {
  return (
    <Art width={360}>
      <Spine x={28} height={96} tone="plum" />
      <Spine x={54} height={112} width={30} tone="paper" />
      <Spine x={86} height={88} width={18} tone="gold" />
      <Spine x={106} height={104} tone="green" />
      <path className="dashed" d={`M146 ${SHELF_Y}v-100h68v100`} />
      <g className="paper">
        <path d="M158 92h44v62h-44z" />
        <path className="ruled" d="M166 106h28M166 116h28M166 126h18" />
      </g>
      <text x="180" y="148" textAnchor="middle">
        404
      </text>
      <Spine x={230} height={104} width={28} tone="ink" />
      <Spine x={260} height={84} tone="paper" />
      <g transform={`rotate(14 312 ${SHELF_Y})`}>
        <Spine x={288} height={100} tone="plum" />
      </g>
      <Shelf from={12} to={348} />
    </Art>
  );
}

/** A row of books that has slipped. */
export function Slipped() {
  return (
    <Art width={360}>
      <Spine x={28} height={108} tone="green" />
      <Spine x={54} height={92} width={20} tone="paper" />
      {[12, 26, 42].map((angle, index) => (
        <g key={angle} transform={`rotate(${angle} ${108 + index * 44} ${SHELF_Y})`}>
          <Spine
            x={84 + index * 44}
            height={100 - index * 4}
            tone={(['plum', 'gold', 'ink'] as const)[index] ?? 'plum'}
          />
        </g>
      ))}
      <g className="tone-plum">
        <rect className="spine" x="236" y={SHELF_Y - 24} width="96" height="24" rx="2" />
        <path className="band" d={`M250 ${SHELF_Y - 24}v24M256 ${SHELF_Y - 24}v24M318 ${SHELF_Y - 24}v24`} />
      </g>
      <path className="motion" d="M206 52c14 2 26 10 32 22M190 34c24 2 46 16 58 38" />
      <Shelf from={12} to={348} />
    </Art>
  );
}

/** A shelf that is still being filled: outlines wait for their books. */
export function StillEmpty() {
  return (
    <Art width={360}>
      <Spine x={28} height={104} tone="plum" />
      <Spine x={54} height={88} width={20} tone="gold" />
      {[84, 114, 150, 182, 216].map((x, index) => (
        <rect
          key={x}
          className="dashed"
          x={x}
          y={SHELF_Y - [108, 92, 112, 84, 100][index]!}
          width={[26, 32, 28, 30, 26][index]}
          height={[108, 92, 112, 84, 100][index]}
          rx="2"
        />
      ))}
      <g transform="rotate(8 300 150)">
        <path className="paper" d="M262 108h70l-10 60h-70z" />
        <path className="ruled" d="M270 122h46M268 134h40M266 146h46" />
      </g>
      <Shelf from={12} to={348} />
    </Art>
  );
}

/** A ladder and a feather duster before the books. */
export function Dusting() {
  return (
    <Art width={360}>
      {(['paper', 'plum', 'gold', 'paper', 'green', 'ink', 'plum', 'paper'] as const).map((tone, index) => (
        <Spine
          key={index}
          x={32 + index * 38}
          height={[84, 100, 92, 108, 88, 104, 96, 86][index]!}
          width={32}
          tone={tone}
        />
      ))}
      <Shelf from={12} to={348} />
      <path
        className="ladder"
        d="M206 196 232 22M262 196 262 22M211 164h51M215 134h47M220 104h42M224 76h38M228 48h34"
      />
      <g transform="rotate(-32 140 60)">
        <path className="ladder" d="M140 62v60" />
        <path className="feather" d="M140 8c14 8 18 22 14 34 6 10 0 20-14 24-14-4-20-14-14-24-4-12 0-26 14-34z" />
      </g>
      <g className="motes">
        <circle cx="112" cy="36" r="3" />
        <circle cx="92" cy="54" r="2" />
        <circle cx="104" cy="72" r="1.5" />
        <circle cx="176" cy="26" r="2" />
      </g>
    </Art>
  );
}

/** A drawing above a status page: decoration, in the colours of the theme. */
export function Art({ children, width = 320 }: { children: ReactNode; width?: number }) {
  return (
    <svg className="status-illustration" viewBox={`0 0 ${width} 200`} width={width} height={200} aria-hidden="true">
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
