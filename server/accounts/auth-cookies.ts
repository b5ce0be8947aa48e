import { secretCookie } from '../http/headers.ts';

const THIRTY_DAYS_SECONDS = 30 * 24 * 3600;

/**
 * The session binding cookie, which sign-in sets beside the access token: once a browser has sent it, every refresh needs
 * it, so that a token copied from local storage is valid for 15 minutes at most.
 */
export function sessionBindingCookie(publicUrl: string) {
  return secretCookie(publicUrl, { name: 'bk', maxAge: THIRTY_DAYS_SECONDS });
}

/** The lifetime of an activation link. */
const ONE_DAY_SECONDS = 24 * 3600;

/**
 * The cookie that a registration sets: it recognizes the browser that chose the account's password when the activation
 * link is opened there.
 */
export function registrationCookie(publicUrl: string) {
  return secretCookie(publicUrl, { name: 'bk-registration', maxAge: ONE_DAY_SECONDS });
}
