/** Contributor roles that a page has words for, with their codes of list 17. The first code is the one that an export writes. */
const ROLE_CODES = {
  author: ['A01'],
  with: ['A02'],
  illustrator: ['A12', 'A35'],
  photographer: ['A13', 'A08'],
  introduction: ['A24'],
  foreword: ['A23'],
  preface: ['A15'],
  afterword: ['A19'],
  editor: ['B01'],
  adapter: ['B05'],
  translator: ['B06'],
  compiler: ['C01'],
  narrator: ['E07'],
} as const;

/** Roles by which a title is listed under a person's name. */
export const AUTHOR_ROLES: readonly string[] = ['author', 'with'];

export type ContributorRole = keyof typeof ROLE_CODES;

const ROLES = Object.keys(ROLE_CODES) as ContributorRole[];

/** The role on whose page a person's titles in this role are listed. */
export function listedRole(role: string): string {
  return isAuthorRole(role) ? 'author' : role;
}

export function isAuthorRole(role: string): boolean {
  return AUTHOR_ROLES.includes(role);
}

export function isContributorRole(role: string): role is ContributorRole {
  return Object.hasOwn(ROLE_CODES, role);
}

/** A role that there is a word for. */
export function knownRole(role: string): ContributorRole | 'other' {
  return isContributorRole(role) ? role : 'other';
}

/** The shop's word for a code of list 17; undefined for one that it has no word for. */
export function roleOfCode(code: string): ContributorRole | undefined {
  return ROLES.find((role) => (ROLE_CODES[role] as readonly string[]).includes(code));
}

/** The code of list 17 for a role; a role that is a code itself stays, any other text has none. */
export function codeOfRole(role: string): string | undefined {
  if (isContributorRole(role)) return ROLE_CODES[role][0];
  return /^[A-Z]\d\d$/.test(role) ? role : undefined;
}
