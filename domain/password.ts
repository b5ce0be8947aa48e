/** Why a password is refused; the keys of the sentences that say so. */
export type PasswordFault = 'password_common' | 'password_own';

/** A password that names its owner must hold this many more letters or digits. */
const LEAST_BESIDE = 5;
/** Shorter words stand in too many passwords by chance. */
const LEAST_OF_WORD = 3;

/**
 * Why a password would be guessed first: it is one of the `common` ones (in lower case), or little more than its
 * owner's `own` words (names, address, the shop). Length is the contract's business.
 */
export function findPasswordFault(
  password: string,
  { common, own }: { common: ReadonlySet<string>; own: readonly string[] },
): PasswordFault | undefined {
  if (common.has(password.trim().toLowerCase())) return 'password_common';
  const whole = plain(password);
  const beside = wordsOf(own).reduce((rest, word) => rest.replaceAll(word, ''), whole);
  return beside !== whole && beside.length < LEAST_BESIDE ? 'password_own' : undefined;
}

/** Each entry whole and in its parts, the longest first: what is left of a shorter one would hide the longer. */
function wordsOf(own: readonly string[]): string[] {
  const words = own.flatMap((entry) => [entry, ...entry.split(/[^\p{L}\p{N}]+/u)]).map(plain);
  return [...new Set(words)]
    .filter((word) => word.length >= LEAST_OF_WORD)
    .toSorted((one, other) => other.length - one.length);
}

/** Letters and digits alone, in lower case, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
