import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes as text: for tokens that are handed out once and kept only as a hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret (SHA-256). */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Names a person's thing in a counter without saying it: short, and the same each time. */
export function digestOf(text: string): string {
  return hashSecret(text).toString('base64url').slice(0, 22);
}

export function equalHashes(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
