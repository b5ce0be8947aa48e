import type { Profile } from '#contract/sessions.ts';

/** Pages that a customer without a session may see (specification, section 2; `/callback` by the contract). */
const OPEN = ['/auth/login', '/auth/register', '/auth/forget-password', '/checkout', '/callback'];
/** Pages that make no sense with a session. */
const SIGN_IN = ['/auth/login', '/auth/register', '/auth/forget-password'];
const NOT_AUTHORIZED = '/pages/not-authorized';

type Role = Profile['userRole'];
export type Visitor = { isSignedIn: boolean; role: Role | undefined };

/** Who passes a rule (specification, section 6): an admin passes each, an editor the editor's. */
const RULES = { admin: ['admin'], editor: ['editor', 'admin'] } as const satisfies Record<string, readonly Role[]>;
/** One of the global rules, or a rule of a route's own. */
export type Rule = keyof typeof RULES | ((role: Role) => boolean);

/**
 * Where a visitor of a path (below `/customer`) is sent instead, or nothing where they may stay. Before the profile is
 * known the role is admin.
 */
export function guard(path: string, { isSignedIn, role = 'admin' }: Visitor, rule: Rule = 'editor') {
  const page = plainPath(path);
  if (!isSignedIn) return OPEN.includes(page) ? undefined : signInFor(path);
  if (SIGN_IN.includes(page)) return '/';
  return passes(rule, role) || page === NOT_AUTHORIZED ? undefined : NOT_AUTHORIZED;
}

/** The page to go on to after signing in: one of the customer area's own, else its start. */
export function returnPath(wanted: string | null): string {
  if (!wanted || !isPlainPath(wanted) || /[\\\s\p{Cc}]/u.test(wanted)) return '/';
  const url = URL.parse(wanted, 'http://own');
  if (url?.origin !== 'http://own' || !isPlainPath(url.pathname)) return '/';
  return SIGN_IN.includes(plainPath(url.pathname)) ? '/' : url.pathname + url.search;
}

/** As the router compares paths: in any case, with or without a slash at the end. */
export function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}

function isPlainPath(path: string): boolean {
  return /^\/[a-z0-9]/i.test(path) && !path.includes('//');
}

function signInFor(path: string): string {
  return path === '/' ? '/auth/login' : `/auth/login?to=${encodeURIComponent(path)}`;
}

function passes(rule: Rule, role: Role): boolean {
  if (typeof rule === 'function') return rule(role);
  return (RULES[rule] as readonly Role[]).includes(role);
}
