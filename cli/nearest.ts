/** Up to three of `names` that are likely meant by a mistyped one, the nearest first. */
export function nearest(typed: string, names: readonly string[]): string[] {
  const most = Math.max(2, Math.floor(typed.length / 3));
  return names
    .map((name) => ({ name, steps: Math.min(distance(typed, name), distance(typed, name.slice(0, typed.length)) + 1) }))
    .filter(({ steps }) => steps <= most)
    .toSorted((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters must be added, dropped or changed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1)
      next.push(Math.min(row[at]! + 1, next[at - 1]! + 1, row[at - 1]! + (letter === other[at - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}
