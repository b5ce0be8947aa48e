import * as z from 'zod/mini';
import { MAX_PASSKEY_NAME } from '#domain/credential.ts';
import { line, opaqueId } from './schemas.ts';

export const renamePasskeyBody = z.object({ id: opaqueId, name: line(MAX_PASSKEY_NAME) });

export const passwordProof = z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) });

/** A code of an authenticator app, or a recovery code, as somebody types it. */
export const codeBody = z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) });
