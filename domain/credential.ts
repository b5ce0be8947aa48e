/** For how long after a proof of identity its session may change what protects the account, export its data or delete it. */
export const PROOF_MINUTES = 5;

/** How long an authenticator may take to sign what it was asked to. */
export const CHALLENGE_MINUTES = 10;

/** A customer has a few devices; the browser gets the list of all. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** How many recovery codes there are, each of so many signs, of which none looks like another. */
export const RECOVERY_CODES = 10;
export const RECOVERY_LENGTH = 12;
export const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

type Code = { app: string; recovery?: never } | { recovery: string; app?: never };

/** A code as somebody types it: six digits of an app, in Persian or Arabic digits too, or a recovery code; else undefined. */
export function parseCode(text: string): Code | undefined {
  const code = text
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) % 16));
  if (/^\d{6}$/.test(code)) return { app: code };
  const isRecovery = code.length === RECOVERY_LENGTH && [...code].every((sign) => RECOVERY_ALPHABET.includes(sign));
  return isRecovery ? { recovery: code } : undefined;
}
