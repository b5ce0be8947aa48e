import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';

export type SigningKey = { jwk: JWK; kid: string; alg: string };

/** A new signing key, private part included. */
export async function newKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { jwk: { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' }, kid, alg };
}

/** Signs claims with a key; `header` overrides what stands in the head. */
export async function sign(key: SigningKey, claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const secret = (await importJWK(key.jwk, key.alg)) as CryptoKey;
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(secret);
}
