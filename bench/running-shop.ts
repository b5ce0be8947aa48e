/** Whether an address answers. */
export function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** Whether a shop's searches are answered by its index. */
export function isIndexed(shop: string): Promise<boolean> {
  return fetch(`${shop}/metrics`)
    .then((response) => response.text())
    .then((metrics) => /^search_indexed 1$/m.test(metrics));
}
