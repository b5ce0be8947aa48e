type Command = { command: string; args: number[] };
/** A glyph's outline in font units, as fontkit tells it. */
export type Outline = {
  commands: readonly Command[];
  bbox: { minX: number; minY: number; maxX: number; maxY: number };
};
type Point = { x: number; y: number; isOnCurve: boolean };

/** An outline as a simple glyph of TrueType's `glyf` table, without hints; nothing to draw is no bytes. */
export function encodeGlyph({ commands, bbox }: Outline): Uint8Array {
  const { points, ends } = pointsOf(commands);
  if (points.length === 0) return new Uint8Array();
  const length = 10 + 2 * ends.length + 2 + 5 * points.length;
  const view = new DataView(new ArrayBuffer(length + (-length & 3)));
  const box = [Math.floor(bbox.minX), Math.floor(bbox.minY), Math.ceil(bbox.maxX), Math.ceil(bbox.maxY)];
  [ends.length, ...box, ...ends, 0].forEach((value, index) => view.setInt16(2 * index, value));
  const flags = 12 + 2 * ends.length;
  points.forEach(({ isOnCurve }, index) => view.setUint8(flags + index, isOnCurve ? 1 : 0));
  writeSteps(
    view,
    flags + points.length,
    points.map(({ x }) => x),
  );
  writeSteps(
    view,
    flags + 3 * points.length,
    points.map(({ y }) => y),
  );
  return new Uint8Array(view.buffer);
}

function pointsOf(commands: readonly Command[]): { points: Point[]; ends: number[] } {
  const points: Point[] = [];
  const ends: number[] = [];
  for (const { command, args } of commands) {
    for (let index = 0; index < args.length; index += 2) {
      const isOnCurve = command !== 'quadraticCurveTo' || index > 0;
      points.push({ x: Math.round(args[index]!), y: Math.round(args[index + 1]!), isOnCurve });
    }
    if (command === 'closePath') ends.push(points.length - 1);
  }
  return { points, ends };
}

/** Each coordinate by how far it is from the one before. */
function writeSteps(view: DataView, start: number, values: readonly number[]): void {
  values.forEach((value, index) => view.setInt16(start + 2 * index, value - (values[index - 1] ?? 0)));
}
