import type { ClientInfo } from '../context.ts';
import { secretCookie, type ResponseCookie } from '../http/headers.ts';
import { newSecret } from '../secrets.ts';

const THIRTY_DAYS_SECONDS = 30 * 24 * 3600;

/**
 * The session binding cookie, which sign-in sets beside the access token: once a browser has sent it, every refresh needs
 * it, so that a token copied from local storage is valid for 15 minutes at most.
 */
export function sessionBindingCookie(publicUrl: string) {
  return secretCookie(publicUrl, { name: 'bk', maxAge: THIRTY_DAYS_SECONDS });
}

/** The longest that browsers keep a cookie. */
const DAYS_400_SECONDS = 400 * 24 * 3600;

/** The cookie that a device is known by at its next sign-in; it says nothing about the device, and opens nothing. */
function deviceCookie(publicUrl: string) {
  return secretCookie(publicUrl, { name: 'bk-device', maxAge: DAYS_400_SECONDS });
}

/** Where somebody signs in: with the hash of the session binding cookie of an earlier session, and the device's cookie. */
export type LogInClient = ClientInfo & { cookieHash: Buffer | undefined; deviceSecret: string };

/** The cookies that every way of signing in reads and sets. */
export function logInCookies(publicUrl: string) {
  const [binding, device] = [sessionBindingCookie(publicUrl), deviceCookie(publicUrl)];
  return {
    clientOf: (client: ClientInfo, cookies: Readonly<Record<string, string | undefined>>): LogInClient => ({
      ...client,
      cookieHash: binding.hash(cookies),
      deviceSecret: device.secret(cookies) ?? newSecret(),
    }),
    set: ({ bindingSecret }: { bindingSecret: string }, { deviceSecret }: LogInClient): ResponseCookie[] => [
      binding.set(bindingSecret),
      device.set(deviceSecret),
    ],
  };
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
