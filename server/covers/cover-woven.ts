import { disc, fill, line, pick, woven } from './cover-kit.ts';
import type { Kit, Layout } from './cover-kit.ts';

const BOARD = { x: 0, y: 0, width: 300, height: 450 };

/** A bookplate pasted on a patterned board. */
export function plate(kit: Kit): Layout {
  const [shape, foot] = pick(kit, 'shape', [
    ['M44 60h212v232h-212z', 292],
    ['M58 60h184a14 14 0 0 0 14 14v204a14 14 0 0 0-14 14h-184a14 14 0 0 0-14-14v-204a14 14 0 0 0 14-14z', 292],
    ['M44 166a106 106 0 0 1 212 0v176h-212z', 342],
  ]);
  return {
    face: pick(kit, 'face', ['serif', 'book']),
    anchor: 'middle',
    art:
      woven(kit, { ...BOARD, tile: pick(kit, 'tile', [30, 37.5, 50, 75]) }, [kit.soft, kit.accent]) +
      `<path fill="${kit.panel}" stroke="${kit.panel}" stroke-width="12" d="${shape}"/>` +
      line(kit.accent, shape, 1.5) +
      line(kit.print, `M135 ${foot - 50}h30`),
    title: { x: 150, y: foot - 220, width: 182, height: 160, rise: 'middle', largest: 38, fill: kit.print },
    author: { x: 150, y: foot - 42, width: 190, height: 32, rise: 'middle', fill: kit.print },
  };
}

/** The first letter of the title, illuminated. */
export function initial(kit: Kit): Layout {
  const size = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]/u.test(kit.initial) ? 200 : 132;
  const area = { x: 42, y: 34, width: 216, height: 216, tile: pick(kit, 'tile', [27, 36, 43.2]) };
  return {
    face: 'serif',
    anchor: 'middle',
    art:
      woven(kit, area, [kit.soft, kit.soft]) +
      line(kit.accent, 'M42 34h216v216h-216z', 1.5) +
      `<text x="150" y="${Math.round(142 + size * 0.35)}" font-family="Georgia,'Noto Serif',serif"` +
      ` font-size="${size}" text-anchor="middle" fill="${kit.text}">${kit.initial}</text>`,
    title: { x: 150, y: 268, width: 240, height: 106, rise: 'middle', largest: 36, fill: kit.text },
    author: { x: 150, y: 388, width: 240, height: 30, rise: 'bottom', fill: kit.text },
  };
}

/** Rows of one ornament under the words. */
export function rows(kit: Kit): Layout {
  const [tile, count] = pick(kit, 'rows', [
    [75, 3],
    [60, 3],
    [60, 4],
    [50, 4],
    [37.5, 6],
  ]);
  const y = 450 - tile * count;
  return {
    face: pick(kit, 'face', ['sans', 'book']),
    anchor: 'start',
    art: woven(kit, { x: 0, y, width: 300, height: 450 - y, tile }, [kit.accent, kit.panel]),
    title: { x: 30, y: 36, width: 240, height: y - 92, largest: 54, fill: kit.text },
    author: { x: 30, y: y - 48, width: 240, height: 30, rise: 'bottom', fill: kit.text },
  };
}

/** Batik over the upper board, the words on plain cloth. */
export function batik(kit: Kit): Layout {
  const [tile, edge] = pick(kit, 'tile', [
    [30, 210],
    [37.5, 225],
    [50, 200],
    [60, 240],
    [75, 225],
  ]);
  const area = { x: 0, y: 0, width: 300, height: edge, tile };
  return {
    face: pick(kit, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      fill(kit.panel, `M0 0h300v${edge}h-300z`) +
      woven(kit, area, [kit.print, kit.accent]) +
      line(kit.accent, `M0 ${edge + 3}h300`, 6) +
      line(kit.text, 'M135 390h30'),
    title: { x: 150, y: edge + 22, width: 240, height: 354 - edge, rise: 'middle', fill: kit.text },
    author: { x: 150, y: 398, width: 240, height: 32, rise: 'middle', fill: kit.text },
  };
}

/** A patterned border round a quiet field. */
export function border(kit: Kit): Layout {
  return {
    face: pick(kit, 'face', ['book', 'serif']),
    anchor: 'middle',
    art:
      woven(kit, { ...BOARD, tile: 30 }, [kit.accent, kit.soft]) +
      fill(kit.field, 'M30 30h240v390h-240z') +
      line(kit.accent, 'M38 38h224v374h-224z') +
      disc(kit.accent, [150, 342], 3),
    title: { x: 150, y: 62, width: 200, height: 258, rise: 'middle', largest: 54, fill: kit.text },
    author: { x: 150, y: 362, width: 200, height: 34, rise: 'middle', fill: kit.text },
  };
}
