import { disc, fill, line, pick } from './cover-kit.ts';
import type { Kit, Layout } from './cover-kit.ts';

/** A sun or moon over hills. */
export function hills(kit: Kit): Layout {
  const [far, near, front] = pick(kit, 'land', [
    ['M0 330q90-90 180-20t120-10v150H0z', 'M0 372q60-20 130 4t170-44v118H0z', 'M0 388q150-22 300 6v56H0z'],
    ['M0 280q120 4 180 52t120 24v94H0z', 'M0 376q110-66 300-34v108H0z', 'M0 396q150-26 300-4v58H0z'],
    ['M0 352l92-84 62 58 48-38 98 92v70H0z', 'M0 370q110-44 300 6v74H0z', 'M0 396q120-20 300-8v62H0z'],
  ]);
  const x = pick(kit, 'x', [84, 150, 212]);
  return {
    face: pick(kit, 'face', ['serif', 'book']),
    anchor: 'middle',
    art:
      disc(kit.accent, [x, 252], pick(kit, 'radius', [40, 52, 64])) +
      fill(kit.soft, far) +
      fill(kit.deep, near) +
      fill(kit.panel, front),
    title: { x: 150, y: 34, width: 240, height: 144, rise: 'middle', fill: kit.text },
    author: { x: 150, y: 402, width: 240, height: 34, rise: 'middle', fill: kit.print },
  };
}

/** Rays behind a disc. */
export function rays(kit: Kit): Layout {
  const count = pick(kit, 'count', [13, 17, 21]);
  const x = pick(kit, 'x', [150, 34, 266]);
  const radius = pick(kit, 'radius', [76, 104, 128]);
  const at = (step: number): string => {
    const angle = (step * Math.PI) / count;
    return `${Math.round(x + 420 * Math.cos(angle))} ${Math.round(450 - 420 * Math.sin(angle))}`;
  };
  const wedges = Array.from({ length: (count - 1) / 2 }, (_, i) => `M${x} 450L${at(2 * i + 1)}L${at(2 * i + 2)}z`);
  return {
    face: pick(kit, 'face', ['sans', 'serif']),
    anchor: 'middle',
    art:
      fill(kit.soft, wedges.join('')) +
      disc(kit.field, [x, 450], radius + 14) +
      disc(kit.accent, [x, 450], radius) +
      fill(kit.field, 'M0 0h300v214h-300z') +
      line(kit.soft, 'M0 214h300', 2),
    title: { x: 150, y: 34, width: 240, height: 132, rise: 'middle', fill: kit.text },
    author: { x: 150, y: 174, width: 240, height: 28, rise: 'middle', fill: kit.text },
  };
}

const LEAVES: readonly [[number, string], ...[number, string][]] = [
  [44, 'M70 44q-48 0-58-36q46-2 58 36q12-38 58-36q-10 36-58 36'],
  [35, 'M70 35q-52 4-66-12q44-20 66 12q22-32 66-12q-14 16-66 12'],
  [59, 'M70 58q-10-40-42-50q-6 40 42 50q48-10 42-50q-32 10-42 50'],
];

/** A stem with leaves in pairs, or three stems. */
export function stem(kit: Kit): Layout {
  const [height, leaves] = pick(kit, 'leaf', LEAVES);
  const one = kit.roll('stems', 3) > 0;
  const [x, scale, tall] = one ? [80, 1, 176] : [30, 0.5714, 176];
  const tiles = Math.round(tall / height / scale);
  const foot = 198 + tiles * height * scale;
  const tops = one ? [150] : [70, 150, 230];
  const place = `translate(${x} 198)scale(${scale})`;
  const pattern = `<pattern id="p" width="140" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${place}">`;
  return {
    face: pick(kit, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      line(kit.soft, tops.map((top) => `M${top} 196V392`).join(''), 2) +
      `${pattern}${fill(kit.accent, leaves)}</pattern>` +
      fill('url(#p)', `M${x} 198H${300 - x}V${Math.round(foot)}H${x}z`) +
      tops.map((top) => disc(kit.accent, [top, 196], one ? 6 : 4)).join(''),
    title: { x: 150, y: 34, width: 240, height: 140, rise: 'middle', fill: kit.text },
    author: { x: 150, y: 402, width: 240, height: 28, rise: 'bottom', fill: kit.text },
  };
}

/** Arches one inside another. */
export function arches(kit: Kit): Layout {
  const [x, foot, radii] = pick(kit, 'place', [
    [150, 314, [120, 94, 68, 42]],
    [150, 332, [104, 92, 80, 68, 56, 44, 32]],
    [300, 450, [238, 190, 142, 94]],
    [0, 450, [238, 206, 174, 142, 110, 78]],
  ]);
  const inks = pick(kit, 'inks', [
    [kit.soft, kit.accent, kit.panel],
    [kit.accent, kit.panel, kit.soft],
    [kit.panel, kit.soft, kit.accent],
  ]);
  const rings = radii.map((r, index) =>
    fill(
      (index < radii.length - 1 ? inks[index % inks.length] : kit.print) ?? kit.print,
      `M${x - r} 450V${foot}a${r} ${r} 0 0 1 ${2 * r} 0V450z`,
    ),
  );
  return {
    face: pick(kit, 'face', ['serif', 'book', 'sans']),
    anchor: 'middle',
    art: rings.join(''),
    title: { x: 150, y: 66, width: 240, height: 116, rise: 'middle', fill: kit.text },
    author: { x: 150, y: 28, width: 240, height: 30, fill: kit.text },
  };
}
