import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { concurrencyLimit } from '../limits.ts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Locale } from '#domain/locale.ts';
import { findPasswordWeakness } from '#domain/password.ts';
import type { Deps } from '../context.ts';
import { throwFieldError } from '../api-error.ts';

/** The OWASP setting: 19 MiB, two passes, one lane. Stored with each hash, so that it can be raised. */
const ARGON2_SETTINGS = { memory: 19_456, passes: 2, parallelism: 1 };
const deriveArgon2 = promisify(argon2);

/** Half of libuv's four threads are left to compression, DNS and files, whatever the number of processors. */
export const MAX_CONCURRENT_HASHES = 2;

const limitHashing = concurrencyLimit({
  concurrency: Math.min(availableParallelism(), MAX_CONCURRENT_HASHES),
  maxWaiting: 20,
  maxWaitSeconds: 5,
});

/** A password as a PHC string of argon2id. Throws `busy` when too many hashes are waiting, or for too long. */
export function hashPassword(password: string): Promise<string> {
  return limitHashing(async () => encodePhc(randomBytes(16), ARGON2_SETTINGS, password));
}

/**
 * Whether a password matches a hash. Without a hash the same work is done and the result is false, so that an unknown
 * account takes as long as a known one. Throws `busy` as {@link hashPassword}.
 */
export function matchesPasswordHash(password: string, phc: string | null | undefined): Promise<boolean> {
  return limitHashing(async () => {
    const stored = parsePhc(phc ?? DUMMY_HASH);
    const computed = await encodePhc(stored.salt, stored.setting, password);
    const matches = timingSafeEqual(Buffer.from(parsePhc(computed).hash), Buffer.from(stored.hash));
    return matches && phc != null;
  });
}

/** Whether a hash was made with other settings than the current ones. */
export function needsRehash(phc: string): boolean {
  const { setting } = parsePhc(phc);
  return setting.memory !== ARGON2_SETTINGS.memory || setting.passes !== ARGON2_SETTINGS.passes;
}

const DUMMY_HASH = `$argon2id$v=19$m=${ARGON2_SETTINGS.memory},t=${ARGON2_SETTINGS.passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

async function encodePhc(salt: Buffer, setting: typeof ARGON2_SETTINGS, password: string): Promise<string> {
  const parameters: Argon2Parameters = { ...setting, message: password.normalize('NFC'), nonce: salt, tagLength: 32 };
  const hash = await deriveArgon2('argon2id', parameters);
  const numbers = `m=${setting.memory},t=${setting.passes},p=${setting.parallelism}`;
  return `$argon2id$v=19$${numbers}$${unpaddedBase64(salt)}$${unpaddedBase64(hash)}`;
}

function parsePhc(phc: string) {
  const [, , , numbers = '', salt = '', hash = ''] = phc.split('$');
  const { m, t, p } = Object.fromEntries(numbers.split(',').map((pair) => pair.split('='))) as Record<string, string>;
  const setting = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  return { setting, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function unpaddedBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** The 10,000 most common passwords among those that are long enough. */
const COMMON_PASSWORDS = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8).slice(0, 10_000));

type PasswordOwner = { displayName: string; email: string; username?: string | null | undefined };

/** Throws `invalid` at the field `password` for a new password that is easily guessed; call it before hashing. */
export function assertStrongPassword(
  { config }: Pick<Deps, 'config'>,
  { password, owner, locale }: { password: string; owner: PasswordOwner; locale: Locale },
): void {
  const { displayName, email, username } = owner;
  const own = [config.shopName, displayName, email, email.split('@')[0]!, username ?? ''];
  const weakness = findPasswordWeakness(password, { common: COMMON_PASSWORDS, own });
  if (weakness) throwFieldError(locale, 'password', weakness);
}
