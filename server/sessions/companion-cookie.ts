import type { FastifyReply } from 'fastify';
import { hashSecret } from '../secrets.ts';

const THIRTY_DAYS = 30 * 24 * 3600;

/**
 * The HttpOnly cookie that sign-in sets beside the token: once a browser has sent it back, a refresh needs it too,
 * so that a token copied out of local storage is worth 15 minutes at most.
 */
export function companionCookie(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? '__Host-bk' : 'bk';
  return {
    set(reply: FastifyReply, secret: string): void {
      void reply.setCookie(name, secret, {
        httpOnly: true,
        sameSite: 'strict',
        path: '/',
        secure: isSecure,
        maxAge: THIRTY_DAYS,
      });
    },
    clear(reply: FastifyReply): void {
      void reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure });
    },
    hash(cookies: Readonly<Record<string, string | undefined>>): Buffer | undefined {
      const secret = cookies[name];
      return secret ? hashSecret(secret) : undefined;
    },
    secret(cookies: Readonly<Record<string, string | undefined>>): string | undefined {
      return cookies[name];
    },
  };
}
