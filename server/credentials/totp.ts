import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import type { AuthSecret } from '../secrets.ts';

/* Codes of authenticator apps (RFC 6238), whoever signs in with them. Six digits, every 30 seconds. */

/** A code is good in its own half minute, the one before and the one after. */
const TOLERANCE_SECONDS = 30;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret in Base32, as apps take it. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What an app reads from a QR code. */
export function totpUri({ shop, name, secret }: { shop: string; name: string; secret: string }): string {
  return generateURI({ issuer: shop, label: name, secret });
}

type CodeAttempt = {
  secret: string;
  code: string;
  now: Date;
  /** The last half minute whose code was used. */ after: number;
};

/** The half minute that a code belongs to, counted since 1970; undefined for a wrong code and for one that was used. */
export function matchTimeStep({ secret, code, now, after }: CodeAttempt): number | undefined {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  if (!result.valid || !('timeStep' in result)) return undefined;
  return result.timeStep > after ? result.timeStep : undefined;
}

/** A secret as the database stores it: encrypted with a key from the shop's own secret, for one owner only. */
export function sealSecret({ newest }: AuthSecret, owner: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(newest), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** An opened secret; `isOutdated` where an older secret of the shop sealed it. */
type OpenedSecret = { secret: string; isOutdated: boolean };

/** Undefined for what was sealed with a secret that is not accepted, or for another owner. */
export function openSecret({ accepted }: AuthSecret, owner: string, stored: Buffer): OpenedSecret | undefined {
  for (const [place, authSecret] of accepted.entries()) {
    const secret = openSealed(authSecret, owner, stored);
    if (secret !== undefined) return { secret, isOutdated: place > 0 };
  }
  return undefined;
}

function openSealed(authSecret: string, owner: string, stored: Buffer): string | undefined {
  const decipher = createDecipheriv(CIPHER, sealingKey(authSecret), stored.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = stored.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function sealingKey(authSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', authSecret, '', 'secrets of authenticator apps', 32));
}
