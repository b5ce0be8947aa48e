import type { Config } from './config.ts';
import type { Connection } from './db/connection.ts';
import type { TakeCredit } from './http/limits.ts';
import type { Jobs } from './jobs.ts';
import type { IdentityProvider } from './outside/identity-provider.ts';
import type { PaymentProvider } from './outside/payment-provider.ts';

/** What every command and query of the server may need; the program is a function of these. */
export type Deps = {
  config: Config;
  /** The origin in links, without a slash at the end. */
  publicUrl: string;
  /** What links are derived from. */
  authSecret: string;
  db: Connection;
  jobs: Jobs;
  /** Where customers may sign in from, if the settings name one. */
  identityProvider: IdentityProvider | undefined;
  /** Where customers may pay beside a bank transfer, if the settings name it. */
  payments: PaymentProvider | undefined;
  /** Counts against the limits per caller, account, mailbox or session; refuses `too_many_requests`. */
  takeCredit: TakeCredit;
  /** How late the event loop may be, in milliseconds, before callers are asked to come back; without it any. */
  longestLag?: number | undefined;
  /** Where a race is made certain in tests: runs between a command's reads and its writes. */
  betweenReadAndWrite?: () => Promise<void>;
};
