/** A square tile that repeats in both directions, in two inks. */
export type Ornament = { size: number; draw: (first: string, second: string) => string };

function filled(path: string, fill: string): string {
  return `<path fill="${fill}" d="${path}"/>`;
}

function drawn(path: string, stroke: string, width: number): string {
  return `<path fill="none" stroke="${stroke}" stroke-width="${width}" d="${path}"/>`;
}

export const ORNAMENTS = {
  kawung: {
    size: 48,
    draw: (a, b) =>
      filled(
        'M3 3q18 1 19 19q-18-1-19-19M45 3q-18 1-19 19q18-1 19-19M3 45q18-1 19-19q-18 1-19 19M45 45q-18-1-19-19q18 1 19 19',
        a,
      ) + filled('M24 8l3 5-3 5-3-5zM24 30l3 5-3 5-3-5zM8 24l5-3 5 3-5 3zM30 24l5-3 5 3-5 3z', b),
  },
  anyaman: {
    size: 40,
    draw: (a, b) =>
      drawn('M1 4h18M1 10h18M1 16h18M21 24h18M21 30h18M21 36h18', a, 3) +
      drawn('M24 1v18M30 1v18M36 1v18M4 21v18M10 21v18M16 21v18', b, 3),
  },
  songket: {
    size: 40,
    draw: (a, b) =>
      filled('M20 4l4 7 8-3-3 8 7 4-7 4 3 8-8-3-4 7-4-7-8 3 3-8-7-4 7-4-3-8 8 3z', a) +
      filled('M20 15l5 5-5 5-5-5zM0-4l4 4-4 4-4-4zM40-4l4 4-4 4-4-4zM0 36l4 4-4 4-4-4zM40 36l4 4-4 4-4-4z', b),
  },
  scales: {
    size: 40,
    draw: (a, b) =>
      filled('M0 20a20 20 0 0 1 40 0z', a) + filled('M-20 40a20 20 0 0 1 40 0zM20 40a20 20 0 0 1 40 0z', b),
  },
  quarters: {
    size: 60,
    draw: (a, b) =>
      filled('M0 0h30a30 30 0 0 1-30 30zM60 60h-30a30 30 0 0 1 30-30z', a) +
      filled('M30 0h30v30a30 30 0 0 1-30-30zM30 60h-30v-30a30 30 0 0 1 30 30z', b),
  },
  diamonds: {
    size: 36,
    draw: (a, b) =>
      filled('M18 3l11 15-11 15-11-15z', a) +
      filled('M0-9l6 9-6 9-6-9zM36-9l6 9-6 9-6-9zM0 27l6 9-6 9-6-9zM36 27l6 9-6 9-6-9z', b),
  },
  leaves: {
    size: 44,
    draw: (a, b) =>
      filled('M22 40q-18-8-14-32q16 6 14 32M22 40q18-8 14-32q-16 6-14 32', a) +
      filled('M22 4a3 3 0 1 0 .1 0M0 26a3 3 0 1 0 .1 0M44 26a3 3 0 1 0 .1 0', b),
  },
  beads: {
    size: 30,
    draw: (a, b) =>
      filled('M15 6a9 9 0 1 0 .1 0', a) +
      filled('M0-3a3 3 0 1 0 .1 0M30-3a3 3 0 1 0 .1 0M0 27a3 3 0 1 0 .1 0M30 27a3 3 0 1 0 .1 0', b),
  },
} satisfies Record<string, Ornament>;
