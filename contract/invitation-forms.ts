import * as z from 'zod/mini';
import { line, secretToken } from './schemas.ts';
import { passwordFields, passwordsMatch } from './session-forms.ts';

/** What becomes an account of whoever was invited to the back office and has none. */
export const registerByInvitationBody = z
  .object({ token: secretToken, displayName: line(100), ...passwordFields })
  .check(passwordsMatch);
