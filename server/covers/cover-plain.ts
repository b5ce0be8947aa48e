import { disc, emblem, fill, line, pick } from './cover-kit.ts';
import type { Kit, Layout, Point } from './cover-kit.ts';

/** A paperback of three bands, the words in the middle one. */
export function bands(kit: Kit): Layout {
  const top = pick(kit, 'top', [56, 112, 148]);
  const foot = top + 206;
  return {
    face: pick(kit, 'face', ['sans', 'serif']),
    anchor: 'middle',
    art:
      fill(kit.panel, `M0 ${top}h300v206h-300z`) +
      line(kit.accent, `M0 ${top + 6}h300M0 ${foot - 6}h300`, 2) +
      line(kit.print, `M132 ${foot - 54}h36`) +
      emblem(kit, [150, (foot + 450) / 2], [kit.accent, kit.text]),
    title: { x: 150, y: top + 22, width: 236, height: 120, rise: 'middle', fill: kit.print },
    author: { x: 150, y: foot - 46, width: 236, height: 32, rise: 'middle', fill: kit.print },
  };
}

/** Nothing but type, rules and one small ornament. */
export function plain(kit: Kit): Layout {
  const middle = kit.roll('anchor', 2) === 0;
  const x = middle ? 150 : 32;
  return {
    face: pick(kit, 'face', ['serif', 'book']),
    anchor: middle ? 'middle' : 'start',
    art:
      line(kit.text, 'M32 40h236M32 44h236M32 410h236') + emblem(kit, [middle ? 150 : 54, 362], [kit.accent, kit.text]),
    title: { x, y: 100, width: 236, height: 222, largest: 60, fill: kit.text },
    author: { x, y: 58, width: 236, height: 30, fill: kit.text },
  };
}

/** Two fields parted on the slant. */
export function slant(kit: Kit): Layout {
  const [left, right] = pick(kit, 'slope', [
    [330, 210],
    [290, 190],
    [216, 330],
    [340, 180],
  ]);
  const edge = (lift: number): string => `M0 ${left - lift}L300 ${right - lift}`;
  return {
    face: pick(kit, 'face', ['sans', 'serif']),
    anchor: 'start',
    art: line(kit.soft, edge(6), 12) + line(kit.accent, edge(-18), 12) + fill(kit.panel, `${edge(-36)}V450H0z`),
    title: { x: 30, y: 36, width: 240, height: Math.min(left, right) - 60, largest: 54, fill: kit.text },
    author: { x: 30, y: 396, width: 240, height: 28, rise: 'bottom', fill: kit.print },
  };
}

/** Columns of colour along the spine. */
export function columns(kit: Kit): Layout {
  const widths = pick(kit, 'widths', [
    [30, 8, 16, 5, 9],
    [13, 13, 13, 13, 13],
    [6, 24, 6, 20, 6],
    [46, 4, 4, 4, 10],
  ]);
  const inks = pick(kit, 'inks', [
    [kit.panel, kit.accent, kit.soft, kit.accent, kit.panel],
    [kit.accent, kit.panel, kit.accent, kit.soft, kit.panel],
    [kit.soft, kit.panel, kit.accent, kit.panel, kit.soft],
  ]);
  const stripes = widths.map((width, index) => {
    const before = widths.slice(0, index).reduce((sum, each) => sum + each, 0);
    return line(inks[index] ?? kit.soft, `M${before + width / 2} 0v450`, width);
  });
  return {
    face: pick(kit, 'face', ['sans', 'book', 'serif']),
    anchor: 'start',
    art: stripes.join('') + line(kit.accent, 'M96 370h40', 2),
    title: { x: 96, y: 38, width: 174, height: 312, largest: 54, fill: kit.text },
    author: { x: 96, y: 384, width: 174, height: 36, fill: kit.text },
  };
}

/** Overlapping discs, as printed in thin inks. */
export function discs(kit: Kit): Layout {
  const radius = pick(kit, 'radius', [58, 70, 82]);
  const places = pick<[Point, Point, Point]>(kit, 'places', [
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
  const art = disc(kit.accent, first, radius) + disc(kit.panel, second, radius) + disc(kit.soft, third, radius);
  return {
    face: pick(kit, 'face', ['sans', 'book']),
    anchor: 'start',
    art: `<g fill-opacity=".8">${art}</g>`,
    title: { x: 30, y: 64, width: 240, height: 120, largest: 54, fill: kit.text },
    author: { x: 30, y: 28, width: 240, height: 30, fill: kit.text },
  };
}
