import { dictionary } from '@zxcvbn-ts/language-common';
import type { Locale } from '#domain/locale.ts';
import { findPasswordFault } from '#domain/password.ts';
import type { Deps } from '../deps.ts';
import { refuseField } from '../refuse-field.ts';

/** The 10,000 most common passwords that are long enough to be taken otherwise. */
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8).slice(0, 10_000));

type Owner = { displayName: string; email: string; username?: string | null | undefined };

/** Refuses, at its field, a new password that would be guessed first; to be asked before the work of hashing it. */
export function refuseWeakPassword(
  { config }: Pick<Deps, 'config'>,
  { password, owner, locale }: { password: string; owner: Owner; locale: Locale },
): void {
  const { displayName, email, username } = owner;
  const own = [config.shopName, displayName, email, email.split('@')[0]!, username ?? ''];
  const fault = findPasswordFault(password, { common: COMMON, own });
  if (fault) refuseField(locale, 'password', fault);
}
