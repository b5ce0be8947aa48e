/**
 * The same bytes in memory of their own. Small buffers are parts of slabs of 64 kB that many share, what zlib returns too: a cache would
 * keep a whole slab for each.
 */
export function compact(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
