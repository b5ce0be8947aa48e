import type { Profile } from '#contract/sessions.ts';

/** Pages for guests (specification §2; `/callback` by the contract). */
const PUBLIC_PAGES = ['/auth/login', '/auth/register', '/auth/forget-password', '/checkout', '/callback'];
/** Order confirmations are public like the checkout. */
const CONFIRMATION_PREFIX = '/checkout/confirmation/';
/** Pages for guests only. */
const SIGN_IN_PAGES = ['/auth/login', '/auth/register', '/auth/forget-password'];
const NOT_AUTHORIZED = '/pages/not-authorized';

type Role = Profile['userRole'];
export type Viewer = { isSignedIn: boolean; role: Role | undefined };

/** The roles that pass a rule (specification §6): an admin passes each, an editor the editor's. */
const RULE_ROLES = { admin: ['admin'], editor: ['editor', 'admin'] } as const satisfies Record<string, readonly Role[]>;
/** A global rule, or a route's own. */
export type AccessRule = keyof typeof RULE_ROLES | ((role: Role) => boolean);

/**
 * The redirect for a viewer of a path (below `/customer`), or undefined when they have access. Until the profile is
 * known the role is admin.
 */
export function guard(path: string, { isSignedIn, role = 'admin' }: Viewer, rule: AccessRule = 'editor') {
  const page = normalizePath(path);
  if (!isSignedIn)
    return PUBLIC_PAGES.includes(page) || page.startsWith(CONFIRMATION_PREFIX) ? undefined : signInPath(path);
  if (SIGN_IN_PAGES.includes(page)) return '/';
  return isAllowed(rule, role) || page === NOT_AUTHORIZED ? undefined : NOT_AUTHORIZED;
}

/** The page to continue at after signing in: one of the customer area, else its start page. */
export function safeReturnPath(wanted: string | null): string {
  if (!wanted || !isSafePath(wanted) || /[\\\s\p{Cc}]/u.test(wanted)) return '/';
  const url = URL.parse(wanted, 'http://own');
  if (url?.origin !== 'http://own' || !isSafePath(url.pathname)) return '/';
  return SIGN_IN_PAGES.includes(normalizePath(url.pathname)) ? '/' : url.pathname + url.search;
}

/** Normalizes case and trailing slash, as the router does. */
export function normalizePath(path: string): string {
  return path.toLowerCase().replace(/(?<=.)\/+$/, '');
}

function isSafePath(path: string): boolean {
  return /^\/[a-z0-9]/i.test(path) && !path.includes('//');
}

function signInPath(path: string): string {
  return path === '/' ? '/auth/login' : `/auth/login?to=${encodeURIComponent(path)}`;
}

function isAllowed(rule: AccessRule, role: Role): boolean {
  if (typeof rule === 'function') return rule(role);
  return (RULE_ROLES[rule] as readonly Role[]).includes(role);
}

/** The path of a page of the shop; undefined for another site, the customer area, or an invalid path. */
export function safeShopPath(wanted: string | null): string | undefined {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\s\p{Cc}]/u.test(wanted)) return undefined;
  const url = URL.parse(wanted, 'http://own');
  if (url?.origin !== 'http://own' || url.pathname.startsWith('//')) return undefined;
  return /^\/(customer|api)(\/|$)/i.test(url.pathname) ? undefined : url.pathname + url.search;
}

/** The generic pages of specification §2. */
export const STATUS_PAGES = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'lock-screen',
  'comingsoon',
  'error-404',
  'error-500',
  'not-authorized',
  'maintenance',
] as const;
export type StatusPageName = (typeof STATUS_PAGES)[number];
