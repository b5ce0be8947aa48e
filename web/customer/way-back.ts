/** A page of the shop by its path, or nothing where it is another site's, the customer area's or no path at all. */
export function shopPath(wanted: string | null): string | undefined {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\s\p{Cc}]/u.test(wanted)) return undefined;
  const url = URL.parse(wanted, 'http://own');
  if (url?.origin !== 'http://own' || url.pathname.startsWith('//')) return undefined;
  return /^\/(customer|api)(\/|$)/i.test(url.pathname) ? undefined : url.pathname + url.search;
}
