import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { profileOf, requireCustomer } from '../accounts/customers.ts';
import { session } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Handlers } from '../http/bind.ts';
import { askNewEmail, confirmEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { companionCookie } from './companion-cookie.ts';
import { logOut, revokeOthers, revokeSession } from './revoke-session.ts';
import { logIn } from './log-in.ts';
import { refresh } from './refresh.ts';
import { requestReset, resetPassword } from './reset-password.ts';
import { signedInAnswer } from './signed-in-answer.ts';
import { words } from '../words.ts';

type Names =
  | 'logIn'
  | 'refreshToken'
  | 'logOut'
  | 'whoAmI'
  | 'listSessions'
  | 'revokeSession'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changePassword'
  | 'changeEmail'
  | 'confirmEmail'
  | 'revokeOtherSessions';

export function sessionHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db } = deps;
  const cookie = companionCookie(deps.publicUrl);
  return {
    logIn: async ({ body, reply, from, cookies }) => {
      const signedIn = await logIn(deps, body, { ...from, cookieHash: cookie.hash(cookies) });
      cookie.set(reply, signedIn.session.cookie);
      return signedInAnswer(signedIn, 'password');
    },
    forgotPassword: async ({ body, locale, from }) => {
      await requestReset(deps, body.email, from);
      return { message: words(locale)('server.said.linkSent') };
    },
    resetPassword: async ({ body, locale, from }) => ({
      email: await resetPassword(deps, { ...body, locale, from }),
    }),
    changePassword: ({ body, cookies, ...call }) =>
      changePassword(deps, { ...call, cookieHash: cookie.hash(cookies) }, body),
    changeEmail: async ({ body, cookies, ...call }) => {
      await askNewEmail(deps, { ...call, cookieHash: cookie.hash(cookies) }, body);
      return { message: words(call.locale)('server.said.newAddress') };
    },
    confirmEmail: async ({ body, from }) => ({ email: await confirmEmail(deps, body.token, from) }),
    refreshToken: async ({ body, reply, cookies, from }) => {
      const fresh = await refresh(deps, { token: body.accessToken, cookieHash: cookie.hash(cookies), from });
      const secret = cookie.secret(cookies);
      if (secret) cookie.set(reply, secret);
      return {
        accessToken: fresh.token,
        token_expires_at: fresh.expiresAt.toISOString(),
        expires_at: fresh.sessionEndsAt.toISOString(),
      };
    },
    logOut: async ({ caller, reply, from }) => {
      await logOut(db, caller, from);
      cookie.clear(reply);
      void reply.header('Clear-Site-Data', '"cache"');
    },
    whoAmI: async ({ caller }) => ({
      ...profileOf(await requireCustomer(db, caller.customerId)),
      providerId: caller.providerId,
      token_expires_at: caller.tokenEndsAt.toISOString(),
      expires_at: caller.sessionEndsAt.toISOString(),
    }),
    listSessions: async ({ caller }) => ({ items: await listSessions(deps, caller) }),
    revokeSession: ({ body, caller, from }) => revokeSession(db, { id: body.id, caller }, from),
    revokeOtherSessions: ({ caller, from }) => revokeOthers(db, caller, from),
  };
}

async function listSessions({ db }: Deps, caller: Caller) {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.customerId, caller.customerId), isNull(session.endedAt), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.lastSeenAt))
    .limit(100);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === caller.sessionId,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    user_agent: row.userAgent,
    ip: row.ip,
  }));
}
