import { photoURL } from '#contract/account.ts';
import { emailAddress, line } from '#contract/shapes.ts';
import { isLocale, type Locale } from '#domain/locale.ts';
import { normalEmail } from '../accounts/customers.ts';
import type { Claims } from '../outside/identity-provider.ts';

/** Somebody as a provider describes them. `isVouched`: the provider says that the address is theirs. */
export type Person = {
  issuer: string;
  subject: string;
  /** Missing, or no address that we would take. */
  email: string | undefined;
  isVouched: boolean;
  displayName: string;
  photoUrl: string | null;
  locale: Locale | undefined;
};

/** Reads the claims of a provider as warily as what a stranger sends: what we would not take is left out. */
export function readPerson(issuer: string, claims: Claims): Person {
  const address = emailAddress.safeParse(claims.email);
  const email = address.success ? normalEmail(address.data) : undefined;
  const photo = photoURL.safeParse(claims.picture);
  const language = typeof claims.locale === 'string' ? claims.locale.split(/[-_]/)[0]!.toLowerCase() : '';
  return {
    issuer,
    subject: claims.sub,
    email,
    isVouched: email !== undefined && claims.email_verified === true,
    displayName: readName(claims) ?? email?.split('@')[0] ?? claims.sub,
    photoUrl: photo.success ? photo.data : null,
    locale: isLocale(language) ? language : undefined,
  };
}

const name = line(100);

function readName({ name: full, given_name, family_name, preferred_username }: Claims): string | undefined {
  const parts = [given_name, family_name].filter((part) => typeof part === 'string');
  return [full, parts.join(' '), preferred_username]
    .filter((text) => typeof text === 'string')
    .map((text) => name.safeParse(text.slice(0, 100)))
    .find((parsed) => parsed.success)?.data;
}
