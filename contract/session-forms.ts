import * as z from 'zod/mini';
import { line, locale, secretToken, emailAddress } from './schemas.ts';

const newPassword = z.string().check(
  z.minLength(8, 'password_short'),
  z.maxLength(128, 'password_long'),
  z.refine((value) => !value.includes('\0') && value.isWellFormed(), 'plain_text'),
);

const username = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9][a-z0-9._-]{2,39}$/, 'username'));

/** An empty field of a form. */
const emptyUsername = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

export const passwordFields = { password: newPassword, confirmPassword: z.string().check(z.maxLength(1024)) };

const existingPassword = z.string().check(z.minLength(1), z.maxLength(1024));

export const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  {
    path: ['confirmPassword'],
    error: 'password_mismatch',
  },
);

export const logInBody = z.object({
  username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  password: existingPassword,
  code: z.optional(z.string().check(z.maxLength(40))),
});

export const registerBody = z
  .object({
    displayName: line(100),
    email: emailAddress,
    username: z.optional(z.union([emptyUsername, username])),
    ...passwordFields,
    locale: z.optional(locale),
  })
  .check(passwordsMatch);

export const activateBody = z.object({ token: secretToken, password: z.optional(newPassword) });

export const resendActivationBody = z.object({ email: emailAddress });

export const forgotPasswordBody = z.object({ email: emailAddress });

export const resetPasswordBody = z.object({ token: secretToken, ...passwordFields }).check(passwordsMatch);

export const changePasswordBody = z
  .object({ currentPassword: existingPassword, ...passwordFields })
  .check(passwordsMatch);

export const changeEmailBody = z.object({ email: emailAddress });
