import { logOut } from '#contract/sessions.ts';
import { call, CallFailed } from '../browser/client.ts';
import { forgetSession } from '../browser/session.ts';

/** Ends the session on the server, forgets it here, and returns to the start of the customer area. */
export async function logOutHere(): Promise<void> {
  try {
    await call(logOut);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
  forgetSession();
  location.assign('/customer/');
}
