import { circle, fillPath, pick, strokePath, type CoverTheme, type Layout } from './ornaments.ts';

/** Waves, the nearest darkest, below a plain sky. */
export function waves(theme: CoverTheme): Layout {
  const [length, rise] = pick(theme, 'wave', [
    [60, 18],
    [100, 26],
    [150, 30],
  ]);
  const inks = pick(theme, 'inks', [
    [theme.soft, theme.accent, theme.deep, theme.panel],
    [theme.accent, theme.soft, theme.panel, theme.deep],
    [theme.soft, theme.panel, theme.soft, theme.accent],
  ]);
  const sea = inks.map((ink, row) => {
    const start = row % 2 === 0 ? -length : -length / 2;
    const crests = Math.ceil((300 - start) / length);
    const crest = `q${length / 4} ${-rise} ${length / 2} 0t${length / 2} 0`;
    return fillPath(ink, `M${start} ${268 + row * 44}${crest.repeat(crests)}V450H${start}z`);
  });
  return {
    face: pick(theme, 'face', ['serif', 'sans', 'book']),
    anchor: 'middle',
    art: sea.join(''),
    title: { x: 150, y: 66, width: 240, height: 162, rise: 'middle', largest: 54, fill: theme.text },
    author: { x: 150, y: 28, width: 240, height: 30, fill: theme.text },
  };
}

/** The spines of a shelf, one leaning. */
export function spines(theme: CoverTheme): Layout {
  const widths = pick(theme, 'spines', [
    [34, 22, 40, 18, 30, 26, 44],
    [20, 44, 28, 36, 18, 40, 24],
    [42, 26, 18, 34, 46, 22, 30],
  ]);
  const inks = [theme.accent, theme.panel, theme.soft, theme.deep];
  let x = 24;
  const books = widths.map((width, index) => {
    const height = 104 + theme.roll(`book ${index}`, 7) * 9;
    const ink = inks[(index + theme.roll('inks', 4)) % inks.length]!;
    const book = fillPath(ink, `M${x} 392v-${height}h${width - 3}v${height}z`);
    const bands = strokePath(theme.field, `M${x} ${408 - height}h${width - 3}M${x} 376h${width - 3}`, 2);
    x += width;
    return book + bands;
  });
  const leaning = `<g transform="rotate(14 ${x} 392)">${fillPath(theme.accent, `M${x - 3} 392v-132h20v132z`)}</g>`;
  return {
    face: pick(theme, 'face', ['book', 'sans']),
    anchor: 'start',
    art: books.join('') + leaning + strokePath(theme.text, 'M14 394h272', 3),
    title: { x: 30, y: 34, width: 240, height: 150, largest: 54, fill: theme.text },
    author: { x: 30, y: 410, width: 240, height: 24, fill: theme.text },
  };
}

/** A field of triangles. */
export function mosaic(theme: CoverTheme): Layout {
  const side = pick(theme, 'side', [50, 60, 75]);
  const rows = Math.floor(225 / side);
  const top = 450 - rows * side;
  const inks = [theme.accent, theme.soft, theme.panel, theme.deep];
  const paths = inks.map(() => '');
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column * side < 300; column += 1) {
      const roll = theme.roll(`tile ${row} ${column}`, 16);
      const [x, y] = [column * side, top + row * side];
      const [first, second] =
        roll % 2 === 0
          ? [`h${side}l-${side} ${side}z`, `v${side}h-${side}z`]
          : [`v${side}h${side}z`, `v${side}l-${side} -${side}z`];
      paths[roll >> 2] += `M${x} ${y}${first}`;
      paths[(roll + 5) & 3] += `M${x + side} ${y}${second}`;
    }
  return {
    face: pick(theme, 'face', ['sans', 'heavy']),
    anchor: 'start',
    art: paths.map((path, index) => (path === '' ? '' : fillPath(inks[index]!, path))).join(''),
    title: { x: 30, y: 62, width: 240, height: top - 84, largest: 54, fill: theme.text },
    author: { x: 30, y: 28, width: 240, height: 28, fill: theme.text },
  };
}

/** The phases of the moon. */
export function moons(theme: CoverTheme): Layout {
  const [count, y] = pick(theme, 'moons', [
    [5, 300],
    [5, 330],
    [3, 310],
  ]);
  const radius = count === 5 ? 22 : 34;
  const step = 240 / count;
  const phases = Array.from({ length: count }, (_, index) => {
    const x = Math.round(30 + step * (index + 0.5));
    const phase = index - (count - 1) / 2;
    const bulge = Math.round(radius * (1 - (2 * Math.abs(phase)) / ((count + 1) / 2)));
    const lit =
      phase === 0 ? circle(theme.accent, [x, y], radius) : litMoon({ x, y, radius, bulge, isWaning: phase > 0 }, theme);
    return circle(theme.soft, [x, y], radius) + lit;
  });
  return {
    face: pick(theme, 'face', ['serif', 'book']),
    anchor: 'middle',
    art: phases.join('') + strokePath(theme.accent, `M40 ${y + 62}h220M40 ${y - 62}h220`),
    title: { x: 150, y: 40, width: 240, height: y - 118, rise: 'middle', largest: 54, fill: theme.text },
    author: { x: 150, y: 402, width: 240, height: 28, rise: 'bottom', fill: theme.text },
  };
}

type Moon = { x: number; y: number; radius: number; bulge: number; isWaning: boolean };

/** A half moon, less or more by its bulge. */
function litMoon({ x, y, radius, bulge, isWaning }: Moon, theme: CoverTheme): string {
  const outer = isWaning ? 0 : 1;
  const inner = bulge > 0 ? outer : 1 - outer;
  const edge = Math.max(1, Math.abs(bulge));
  return fillPath(
    theme.accent,
    `M${x} ${y - radius}a${radius} ${radius} 0 0 ${outer} 0 ${2 * radius}a${edge} ${radius} 0 0 ${inner} 0-${2 * radius}z`,
  );
}

/** Steps that climb to a sun. */
export function steps(theme: CoverTheme): Layout {
  const count = pick(theme, 'steps', [4, 5, 6]);
  const [width, height] = [300 / count, 150 / count];
  const inks = [theme.panel, theme.soft, theme.accent];
  const stairs = Array.from({ length: count }, (_, index) => {
    const top = Math.round(440 - height * (index + 1));
    return fillPath(inks[index % inks.length]!, `M${Math.round(index * width)} 450V${top}h${Math.ceil(width)}V450z`);
  });
  return {
    face: pick(theme, 'face', ['heavy', 'sans']),
    anchor: 'start',
    art: circle(theme.accent, [66, 320], pick(theme, 'sun', [24, 34])) + stairs.join(''),
    title: { x: 30, y: 62, width: 240, height: 170, largest: 58, fill: theme.text },
    author: { x: 30, y: 28, width: 240, height: 28, fill: theme.text },
  };
}

/** A house at night: rows of windows, some of them lit. */
export function windows(theme: CoverTheme): Layout {
  const [columns, rows, tall] = pick(theme, 'windows', [
    [4, 3, 52],
    [5, 4, 38],
    [6, 4, 40],
  ]);
  const step = 252 / columns;
  const wide = Math.round(step * 0.62);
  const paths = ['', ''];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const x = Math.round(24 + column * step + (step - wide) / 2);
      const y = 236 + row * (tall + 14) + wide / 2;
      const isLit = theme.roll(`window ${row} ${column}`, 5) < 2;
      paths[isLit ? 1 : 0] +=
        `M${x} ${y + tall - wide / 2}V${y}a${wide / 2} ${wide / 2} 0 0 1 ${wide} 0v${tall - wide / 2}z`;
    }
  return {
    face: pick(theme, 'face', ['serif', 'book', 'sans']),
    anchor: 'middle',
    art:
      fillPath(theme.panel, 'M24 218h252v232H24z') +
      fillPath(theme.soft, paths[0]!) +
      fillPath(theme.accent, paths[1]!),
    title: { x: 150, y: 64, width: 240, height: 132, rise: 'middle', largest: 54, fill: theme.text },
    author: { x: 150, y: 28, width: 240, height: 28, fill: theme.text },
  };
}
