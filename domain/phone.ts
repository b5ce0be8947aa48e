/** What the rule for phone numbers needs of `libphonenumber-js`, which server and browser bring in each their own way. */
export type ParsePhone = (text: string, country: 'MY') => { number: string; isValid(): boolean } | undefined;

let phoneParser: ParsePhone | undefined;

/** From now on {@link parsePhone} knows the numbering plans of all countries; without a library none. */
export function setPhoneParser(library: ParsePhone | undefined): void {
  phoneParser = library;
}

/**
 * A phone number as it is typed, in E.164 (`+60123456789`); without a country it is a Malaysian one. Nothing where it is
 * no number. As long as no library is there, whatever has as many digits as a number may have stays as it is.
 */
export function parsePhone(text: string): string | undefined {
  if (!phoneParser) return /^\P{Nd}*(\p{Nd}\P{Nd}*){8,15}$/u.test(text) ? text : undefined;
  const phone = phoneParser(text, 'MY');
  return phone?.isValid() ? phone.number : undefined;
}

/** How Malaysia groups the digits after +60: toll-free, mobile and geographic, Sabah and Sarawak. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^1([378]00)(\d\d)(\d{4})$/, '1-$1-$2-$3'],
  [/^(15\d|1[0-46-9]|[3-79])(\d{3,4})(\d{4})$/, '0$1-$2 $3'],
  [/^(8\d)(\d{3})(\d{3})$/, '0$1-$2 $3'],
];

/** A phone number (E.164) as its reader dials it: a Malaysian one as at home, another with its country. */
export function formatPhone(phone: string): string {
  const national = /^\+60(\d+)$/.exec(phone)?.[1] ?? '';
  const group = GROUPS.find(([digits]) => digits.test(national));
  return group ? national.replace(group[0], group[1]) : phone;
}
