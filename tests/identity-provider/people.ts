import type { JWTPayload } from 'jose';

/**
 * What goes wrong for somebody at the provider, by their name there: `nadia+expired` gets an expired token. Without
 * `+` all goes well.
 */
export const TRAITS = {
  unverified: 'the provider does not vouch for the address',
  unsaid: 'the provider says nothing of whether the address is theirs',
  wrong_nonce: 'the token bears another nonce',
  wrong_audience: 'the token is for another client',
  expired: 'the token ended an hour ago',
} as const;
export type Trait = keyof typeof TRAITS;

/** What the provider knows of whoever signs in by a name; their address is the name without its trait. */
export function claimsOf(login: string): JWTPayload & { sub: string } {
  const [name = '', trait] = login.split('+');
  return {
    sub: `sub-${login}`,
    name: `${name[0]!.toUpperCase()}${name.slice(1)} of the provider`,
    picture: 'https://pictures.example/face.png',
    locale: 'en-GB',
    email: `${name}@example.com`,
    ...(trait !== 'unsaid' && { email_verified: trait !== 'unverified' }),
  };
}

/** What stands in the ID token of a person instead. */
export function spoiltFor(subject: string, claims: JWTPayload): JWTPayload {
  const trait = subject.split('+')[1];
  const now = Math.floor(Date.now() / 1000);
  if (trait === 'wrong_nonce') return { ...claims, nonce: 'of-somebody-else' };
  if (trait === 'wrong_audience') return { ...claims, aud: 'another-shop' };
  if (trait === 'expired') return { ...claims, iat: now - 4000, exp: now - 3600 };
  return claims;
}
