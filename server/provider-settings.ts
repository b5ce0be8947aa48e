/** The identity provider of the settings; none where `issuer` is missing. */
export type ProviderSettings = {
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcName: string | undefined;
};

type Read = { text(name: string): string | undefined };

/** Reads the `OIDC_…` settings; what is wrong with them is added to the mistakes. The issuer stays letter for letter. */
export function readProviderSettings(read: Read, mistakes: string[]): ProviderSettings {
  const oidcIssuer = read.text('OIDC_ISSUER');
  const oidcClientId = read.text('OIDC_CLIENT_ID');
  const name = read.text('OIDC_NAME');
  if (oidcIssuer && !oidcClientId) mistakes.push('OIDC_ISSUER is set without OIDC_CLIENT_ID.');
  if (oidcClientId && !oidcIssuer) mistakes.push('OIDC_CLIENT_ID is set without OIDC_ISSUER.');
  if (oidcIssuer && !isIssuer(oidcIssuer))
    mistakes.push('OIDC_ISSUER must be an https:// address without query or fragment (http:// on this machine only).');
  if (name && (name.length > 50 || name.toLowerCase() === 'password'))
    mistakes.push('OIDC_NAME must be a name of at most 50 characters, and not "password".');
  return { oidcIssuer, oidcClientId, oidcName: name ?? URL.parse(oidcIssuer ?? '')?.hostname };
}

/** Whether an address may be asked for what we trust: over https, or on this very machine. */
export function isTrustedAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isIssuer(address: string): boolean {
  return isTrustedAddress(address) && !/[?#]/.test(address);
}

/** Whether a name or address is this very machine's. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
