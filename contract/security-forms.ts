import * as z from 'zod/mini';
import { MAX_PASSKEY_NAME } from '#domain/credential.ts';
import { line, opaqueId } from './schemas.ts';

export const renamePasskeyBody = z.object({ id: opaqueId, name: line(MAX_PASSKEY_NAME) });

export const passwordProof = z.object({ password: z.string().check(z.minLength(1), z.maxLength(1024)) });
