import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { turnstile } from '../turnstile.ts';

/** The OWASP setting: 19 MiB, two passes, one lane. Kept with each hash, so that it can grow. */
const SETTING = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);

const inTurn = turnstile({ atOnce: Math.min(availableParallelism(), 4), mostWaiting: 20 });

/** A password as a PHC string of argon2id. Refuses `busy` when too many are waiting already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => encode(randomBytes(16), SETTING, password));
}

/**
 * Whether a password is the one of a hash. Without a hash the same work is done and the answer is no, so that an
 * unknown account takes as long as a known one.
 */
export function isPassword(password: string, phc: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    const stored = parsePhc(phc ?? NOBODY);
    const given = await encode(stored.salt, stored.setting, password);
    const same = timingSafeEqual(Buffer.from(parsePhc(given).hash), Buffer.from(stored.hash));
    return same && phc != null;
  });
}

/** True when a hash was made with an older setting than today's. */
export function needsRehash(phc: string): boolean {
  const { setting } = parsePhc(phc);
  return setting.memory !== SETTING.memory || setting.passes !== SETTING.passes;
}

const NOBODY = `$argon2id$v=19$m=${SETTING.memory},t=${SETTING.passes},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

async function encode(salt: Buffer, setting: typeof SETTING, password: string): Promise<string> {
  const parameters: Argon2Parameters = { ...setting, message: password.normalize('NFC'), nonce: salt, tagLength: 32 };
  const hash = await derive('argon2id', parameters);
  const numbers = `m=${setting.memory},t=${setting.passes},p=${setting.parallelism}`;
  return `$argon2id$v=19$${numbers}$${unpadded(salt)}$${unpadded(hash)}`;
}

function parsePhc(phc: string) {
  const [, , , numbers = '', salt = '', hash = ''] = phc.split('$');
  const { m, t, p } = Object.fromEntries(numbers.split(',').map((pair) => pair.split('='))) as Record<string, string>;
  const setting = { memory: Number(m), passes: Number(t), parallelism: Number(p) };
  return { setting, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
