import type { Profile } from '#contract/sessions.ts';

/** Pages that a customer without a session may see (specification, section 2; `/callback` by the contract). */
const OPEN = ['/auth/login', '/auth/register', '/auth/forget-password', '/checkout', '/callback'];
/** Pages that make no sense with a session. */
const SIGN_IN = ['/auth/login', '/auth/register', '/auth/forget-password'];

export type Visitor = { isSignedIn: boolean; role: Profile['userRole'] | undefined };

/** Where a visitor of a path (below `/customer`) is sent instead, or nothing where they may stay. */
export function guard(path: string, visitor: Visitor): string | undefined {
  if (!visitor.isSignedIn) return OPEN.includes(path) ? undefined : signInFor(path);
  if (SIGN_IN.includes(path)) return '/';
  return isEditor(visitor.role) || path === '/pages/not-authorized' ? undefined : '/pages/not-authorized';
}

/** The page to go on to after signing in: one of the customer area's own, else its start. */
export function returnPath(wanted: string | null): string {
  if (!wanted || !/^\/[a-z0-9]/i.test(wanted) || /[\\\s\p{Cc}]/u.test(wanted)) return '/';
  const url = URL.parse(wanted, 'http://own');
  return url?.origin === 'http://own' && !SIGN_IN.includes(url.pathname) ? url.pathname + url.search : '/';
}

function signInFor(path: string): string {
  return path === '/' ? '/auth/login' : `/auth/login?to=${encodeURIComponent(path)}`;
}

/** Every route asks for an editor: that is editor or admin (specification, section 6). Before the profile is known, admin. */
function isEditor(role: Visitor['role'] = 'admin'): boolean {
  return role === 'admin' || role === 'editor';
}
