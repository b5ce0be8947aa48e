import { Art, Shelf, SHELF_Y, Spine } from './art.tsx';

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
      <text className="slip" x="180" y="148" textAnchor="middle">
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
