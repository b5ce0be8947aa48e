const asked = new Map<string, Promise<unknown> | undefined>();

/**
 * Loads a module together with what it imports, of which Vite hands over the paths below its base; waits for styles, so
 * that nothing is shown without them. In place of Vite's own, which weighs four times as much on every page.
 */
export async function __vitePreload<T>(load: () => Promise<T>, paths: readonly string[] = []): Promise<T> {
  for (const path of paths) if (!asked.has(path)) asked.set(path, preload(import.meta.env.BASE_URL + path));
  await Promise.all(paths.map((path) => asked.get(path)));
  return load();
}

/** A sheet's promise is kept when it is there, or does not come: its module works without it. */
function preload(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[href='${href}']`)) return undefined;
  const isSheet = href.endsWith('.css');
  const link = document.createElement('link');
  Object.assign(link, { rel: isSheet ? 'stylesheet' : 'modulepreload', href, crossOrigin: '' });
  document.head.append(link);
  return isSheet ? new Promise((resolve) => (link.onload = link.onerror = resolve)) : undefined;
}
