import { Art } from './art.tsx';

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
