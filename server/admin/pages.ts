/** One page of rows that were read with one more than `limit`; `next` is the `before` of the next page. */
export function toPage<Row>(found: readonly Row[], limit: number, idOf: (row: Row) => string) {
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? idOf(rows.at(-1)!) : null };
}
