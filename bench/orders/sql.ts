/** A UUIDv7 of a time, sortable like those of the shop; `kind` tells the tables apart. */
export function idAt(at: string, number: string, kind: number): string {
  const millisecond = `lpad(to_hex(floor(extract(epoch FROM ${at}) * 1000)::bigint), 12, '0')`;
  return `(${millisecond} || '7${kind.toString(16).padStart(3, '0')}8' || lpad(to_hex((${number})::bigint), 15, '0'))::uuid`;
}

export function listOf(texts: readonly string[]): string {
  return `ARRAY[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')}]`;
}

/** One of these texts, drawn anew for each row. */
export function oneOf(texts: readonly string[]): string {
  return `(${listOf(texts)})[1 + floor(random() * ${texts.length})::int]`;
}
