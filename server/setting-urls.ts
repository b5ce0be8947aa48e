/** An address without its user, password and parameters. */
export function redactUrl(address: string): string {
  const parsed = URL.parse(address);
  return parsed ? `${parsed.protocol}//${parsed.username && '…@'}${parsed.host}${parsed.pathname}` : '…';
}

/** Whether an address is an origin: no path, no user. */
export function isOrigin(address: string): boolean {
  return URL.parse(address)?.origin === address;
}

/** Whether an address may be trusted: over https, or on this machine; without a user or password. */
export function isTrustedUrl(address: string): boolean {
  const parsed = URL.parse(address);
  if (!parsed || parsed.username || parsed.password) return false;
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed.hostname));
}

/** Whether an address may be an identity provider's. */
export function isIssuer(address: string): boolean {
  return isTrustedUrl(address) && !/[?#]/.test(address);
}

/** Whether a name or address is this machine's. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
