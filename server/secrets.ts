import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** 32 random bytes as text: for tokens that are handed out once and kept only as a hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret (SHA-256). */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Names a person's thing in a counter without saying it: short, and the same each time. */
export function shortDigest(text: string): string {
  return hashSecret(text).toString('base64url').slice(0, 22);
}

export function equalHashes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether two texts are the same, in a time that does not tell where they differ. */
export function isSameText(one: string, other: string): boolean {
  return equalHashes(hashSecret(one), hashSecret(other));
}

/** What links, keyed hashes and encryption derive from. Several are accepted while one takes the place of another. */
export class AuthSecret {
  /** Newest first; the first one is used for whatever is made. */
  readonly accepted: readonly [string, ...string[]];

  constructor(...accepted: [string, ...string[]]) {
    this.accepted = accepted;
  }

  get newest(): string {
    return this.accepted[0];
  }

  /** HMAC-SHA-256 of a text by the newest secret. */
  hmac(text: string): Buffer {
    return hmacOf(this.newest, text);
  }

  /** The same by each accepted secret, newest first. */
  hmacs(text: string): Buffer[] {
    return this.accepted.map((secret) => hmacOf(secret, text));
  }

  /** Whether `make` makes this signed text of one of the HMACs of `text`. */
  hasSigned(signed: string, text: string, make: (hmac: Buffer) => string): boolean {
    return this.hmacs(text).some((hmac) => isSameText(signed, make(hmac)));
  }
}

function hmacOf(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/** The secrets of `AUTH_SECRET`, else one made once in the data folder. */
export function readAuthSecret({ authSecret, dataDir }: Pick<Config, 'authSecret' | 'dataDir'>): AuthSecret {
  if (authSecret) return new AuthSecret(...authSecret);
  const file = join(dataDir, 'auth-secret');
  if (existsSync(file)) return new AuthSecret(readFileSync(file, 'utf8'));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, secret, { mode: 0o600 });
  return new AuthSecret(secret);
}
