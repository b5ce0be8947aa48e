import {
  type Composition,
  batik,
  border,
  initial,
  plate,
  rows,
  circle,
  emblem,
  fillPath,
  strokePath,
  pick,
  type CoverTheme,
  type Layout,
  type Point,
} from './ornaments.ts';
import { moons, mosaic, spines, steps, waves, windows } from './scenes.ts';

/** All compositions, ordered so that similar ones are apart for consecutive ids. */
export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  bands,
  hills,
  mosaic,
  initial,
  columns,
  waves,
  batik,
  arches,
  plain,
  moons,
  border,
  slant,
  spines,
  stem,
  plate,
  steps,
  discs,
  rows,
  windows,
  rays,
];

/** Three bands, the text in the middle one. */
export function bands(theme: CoverTheme): Layout {
  const top = pick(theme, 'top', [56, 112, 148]);
  const foot = top + 206;
  return {
    face: pick(theme, 'face', ['sans', 'serif']),
    anchor: 'middle',
    art:
      fillPath(theme.panel, `M0 ${top}h300v206h-300z`) +
      strokePath(theme.accent, `M0 ${top + 6}h300M0 ${foot - 6}h300`, 2) +
      strokePath(theme.print, `M132 ${foot - 54}h36`) +
      emblem(theme, [150, (foot + 450) / 2], [theme.accent, theme.text]),
    title: { x: 150, y: top + 22, width: 236, height: 120, rise: 'middle', fill: theme.print },
    author: { x: 150, y: foot - 46, width: 236, height: 32, rise: 'middle', fill: theme.print },
  };
}

/** Nothing but type, rules and one small ornament. */
export function plain(theme: CoverTheme): Layout {
  const middle = theme.roll('anchor', 2) === 0;
  const x = middle ? 150 : 32;
  return {
    face: pick(theme, 'face', ['serif', 'book']),
    anchor: middle ? 'middle' : 'start',
    art:
      strokePath(theme.text, 'M32 40h236M32 44h236M32 410h236') +
      emblem(theme, [middle ? 150 : 54, 362], [theme.accent, theme.text]),
    title: { x, y: 100, width: 236, height: 222, largest: 60, fill: theme.text },
    author: { x, y: 58, width: 236, height: 30, fill: theme.text },
  };
}

/** Two fields with a slanted edge. */
export function slant(theme: CoverTheme): Layout {
  const [left, right] = pick(theme, 'slope', [
    [330, 210],
    [290, 190],
    [216, 330],
    [340, 180],
  ]);
  const edge = (lift: number): string => `M0 ${left - lift}L300 ${right - lift}`;
  return {
    face: pick(theme, 'face', ['sans', 'serif']),
    anchor: 'start',
    art:
      strokePath(theme.soft, edge(6), 12) +
      strokePath(theme.accent, edge(-18), 12) +
      fillPath(theme.panel, `${edge(-36)}V450H0z`),
    title: { x: 30, y: 36, width: 240, height: Math.min(left, right) - 60, largest: 54, fill: theme.text },
    author: { x: 30, y: 396, width: 240, height: 28, rise: 'bottom', fill: theme.print },
  };
}

/** Columns of color along the spine. */
export function columns(theme: CoverTheme): Layout {
  const widths = pick(theme, 'widths', [
    [30, 8, 16, 5, 9],
    [13, 13, 13, 13, 13],
    [6, 24, 6, 20, 6],
    [46, 4, 4, 4, 10],
  ]);
  const inks = pick(theme, 'inks', [
    [theme.panel, theme.accent, theme.soft, theme.accent, theme.panel],
    [theme.accent, theme.panel, theme.accent, theme.soft, theme.panel],
    [theme.soft, theme.panel, theme.accent, theme.panel, theme.soft],
  ]);
  const stripes = widths.map((width, index) => {
    const before = widths.slice(0, index).reduce((sum, width) => sum + width, 0);
    return strokePath(inks[index] ?? theme.soft, `M${before + width / 2} 0v450`, width);
  });
  return {
    face: pick(theme, 'face', ['sans', 'book', 'serif']),
    anchor: 'start',
    art: stripes.join('') + strokePath(theme.accent, 'M96 370h40', 2),
    title: { x: 96, y: 38, width: 174, height: 312, largest: 54, fill: theme.text },
    author: { x: 96, y: 384, width: 174, height: 36, fill: theme.text },
  };
}

/** Overlapping translucent discs. */
export function discs(theme: CoverTheme): Layout {
  const radius = pick(theme, 'radius', [58, 70, 82]);
  const places = pick<[Point, Point, Point]>(theme, 'places', [
    [
      [100, 286],
      [200, 286],
      [150, 352],
    ],
    [
      [92, 318],
      [150, 318],
      [208, 318],
    ],
    [
      [112, 282],
      [188, 320],
      [112, 358],
    ],
    [
      [188, 282],
      [188, 358],
      [100, 320],
    ],
  ]);
  const [first, second, third] = places;
  const art =
    circle(theme.accent, first, radius) + circle(theme.panel, second, radius) + circle(theme.soft, third, radius);
  return {
    face: pick(theme, 'face', ['sans', 'book']),
    anchor: 'start',
    art: `<g fill-opacity=".8">${art}</g>`,
    title: { x: 30, y: 64, width: 240, height: 120, largest: 54, fill: theme.text },
    author: { x: 30, y: 28, width: 240, height: 30, fill: theme.text },
  };
}

/** A sun or moon over hills. */
export function hills(theme: CoverTheme): Layout {
  const [far, near, front] = pick(theme, 'land', [
    ['M0 330q90-90 180-20t120-10v150H0z', 'M0 372q60-20 130 4t170-44v118H0z', 'M0 388q150-22 300 6v56H0z'],
    ['M0 280q120 4 180 52t120 24v94H0z', 'M0 376q110-66 300-34v108H0z', 'M0 396q150-26 300-4v58H0z'],
    ['M0 352l92-84 62 58 48-38 98 92v70H0z', 'M0 370q110-44 300 6v74H0z', 'M0 396q120-20 300-8v62H0z'],
  ]);
  const x = pick(theme, 'x', [84, 150, 212]);
  return {
    face: pick(theme, 'face', ['serif', 'book']),
    anchor: 'middle',
    art:
      circle(theme.accent, [x, 252], pick(theme, 'radius', [40, 52, 64])) +
      fillPath(theme.soft, far) +
      fillPath(theme.deep, near) +
      fillPath(theme.panel, front),
    title: { x: 150, y: 34, width: 240, height: 144, rise: 'middle', fill: theme.text },
    author: { x: 150, y: 402, width: 240, height: 34, rise: 'middle', fill: theme.print },
  };
}

/** Rays behind a disc. */
export function rays(theme: CoverTheme): Layout {
  const count = pick(theme, 'count', [13, 17, 21]);
  const x = pick(theme, 'x', [150, 34, 266]);
  const radius = pick(theme, 'radius', [76, 104, 128]);
  const at = (step: number): string => {
    const angle = (step * Math.PI) / count;
    return `${Math.round(x + 420 * Math.cos(angle))} ${Math.round(450 - 420 * Math.sin(angle))}`;
  };
  const wedges = Array.from({ length: (count - 1) / 2 }, (_, i) => `M${x} 450L${at(2 * i + 1)}L${at(2 * i + 2)}z`);
  return {
    face: pick(theme, 'face', ['sans', 'serif']),
    anchor: 'middle',
    art:
      fillPath(theme.soft, wedges.join('')) +
      circle(theme.field, [x, 450], radius + 14) +
      circle(theme.accent, [x, 450], radius) +
      fillPath(theme.field, 'M0 0h300v214h-300z') +
      strokePath(theme.soft, 'M0 214h300', 2),
    title: { x: 150, y: 34, width: 240, height: 132, rise: 'middle', fill: theme.text },
    author: { x: 150, y: 174, width: 240, height: 28, rise: 'middle', fill: theme.text },
  };
}

const LEAVES: readonly [[number, string], ...[number, string][]] = [
  [44, 'M70 44q-48 0-58-36q46-2 58 36q12-38 58-36q-10 36-58 36'],
  [35, 'M70 35q-52 4-66-12q44-20 66 12q22-32 66-12q-14 16-66 12'],
  [59, 'M70 58q-10-40-42-50q-6 40 42 50q48-10 42-50q-32 10-42 50'],
];

/** A stem with leaves in pairs, or three stems. */
export function stem(theme: CoverTheme): Layout {
  const [height, leaves] = pick(theme, 'leaf', LEAVES);
  const one = theme.roll('stems', 3) > 0;
  const [x, scale, tall] = one ? [80, 1, 176] : [30, 0.5714, 176];
  const tiles = Math.round(tall / height / scale);
  const foot = 198 + tiles * height * scale;
  const tops = one ? [150] : [70, 150, 230];
  const place = `translate(${x} 198)scale(${scale})`;
  const pattern = `<pattern id="p" width="140" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${place}">`;
  return {
    face: pick(theme, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      strokePath(theme.soft, tops.map((top) => `M${top} 196V392`).join(''), 2) +
      `${pattern}${fillPath(theme.accent, leaves)}</pattern>` +
      fillPath('url(#p)', `M${x} 198H${300 - x}V${Math.round(foot)}H${x}z`) +
      tops.map((top) => circle(theme.accent, [top, 196], one ? 6 : 4)).join(''),
    title: { x: 150, y: 34, width: 240, height: 140, rise: 'middle', fill: theme.text },
    author: { x: 150, y: 402, width: 240, height: 28, rise: 'bottom', fill: theme.text },
  };
}

/** Arches one inside another. */
export function arches(theme: CoverTheme): Layout {
  const [x, foot, radii] = pick(theme, 'place', [
    [150, 314, [120, 94, 68, 42]],
    [150, 332, [104, 92, 80, 68, 56, 44, 32]],
    [300, 450, [238, 190, 142, 94]],
    [0, 450, [238, 206, 174, 142, 110, 78]],
  ]);
  const inks = pick(theme, 'inks', [
    [theme.soft, theme.accent, theme.panel],
    [theme.accent, theme.panel, theme.soft],
    [theme.panel, theme.soft, theme.accent],
  ]);
  const rings = radii.map((r, index) =>
    fillPath(
      (index < radii.length - 1 ? inks[index % inks.length] : theme.print) ?? theme.print,
      `M${x - r} 450V${foot}a${r} ${r} 0 0 1 ${2 * r} 0V450z`,
    ),
  );
  return {
    face: pick(theme, 'face', ['serif', 'book', 'sans']),
    anchor: 'middle',
    art: rings.join(''),
    title: { x: 150, y: 66, width: 240, height: 116, rise: 'middle', fill: theme.text },
    author: { x: 150, y: 28, width: 240, height: 30, fill: theme.text },
  };
}
