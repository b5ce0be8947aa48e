/** Why a password is rejected; the keys of the messages. */
export type PasswordWeakness = 'password_common' | 'password_own';

/** A password that names its owner must hold this many more letters or digits. */
const MIN_REMAINING_LENGTH = 5;
/** Shorter words stand in too many passwords by chance. */
const MIN_WORD_LENGTH = 3;

/**
 * Why a password would be guessed first: it is one of the `common` ones (in lower case), or little more than its
 * owner's `own` words (names, address, the shop). Length is the contract's business.
 */
export function findPasswordWeakness(
  password: string,
  { common, own }: { common: ReadonlySet<string>; own: readonly string[] },
): PasswordWeakness | undefined {
  if (common.has(password.trim().toLowerCase())) return 'password_common';
  const whole = plain(password);
  const beside = wordsOf(own).reduce((rest, word) => rest.replaceAll(word, ''), whole);
  return beside !== whole && beside.length < MIN_REMAINING_LENGTH ? 'password_own' : undefined;
}

/** Each entry whole and in its parts, the longest first: what is left of a shorter one would hide the longer. */
function wordsOf(own: readonly string[]): string[] {
  const words = own.flatMap((entry) => [entry, ...entry.split(/[^\p{L}\p{N}]+/u)]).map(plain);
  return [...new Set(words)]
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((one, other) => other.length - one.length);
}

/** Letters and digits alone, in lower case, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
