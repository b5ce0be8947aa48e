import type { Locale } from '#domain/locale.ts';
import type { StaffRole } from '#domain/staff.ts';
import type { Config } from './config.ts';
import type { Connection, Database } from './db/connection.ts';
import type { ConcurrencyLimit } from './http/concurrency.ts';
import type { RecentReads } from './db/recent-reads.ts';
import type { ConsumeRateLimit } from './limits.ts';
import type { Jobs } from './jobs.ts';
import type { Logger } from './log.ts';
import type { AuthSecret } from './secrets.ts';
import type { IdentityProvider } from './integrations/identity-provider.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { ObjectStorage } from './integrations/object-storage.ts';
import type { PaymentProvider } from './integrations/payment-provider.ts';
import type { Tracing } from './telemetry/tracing.ts';
import type { ShopSettings } from './shop-settings/shop-settings.ts';

/** What every command and query of the server may need; the program is a function of these. */
export type Deps = {
  /** The settings in force: what the staff has set, else what the environment says. */
  config: Config;
  settings: ShopSettings;
  /** The origin in links, without a slash at the end. */
  publicUrl: string;
  /** What links are derived from. */
  authSecret: AuthSecret;
  db: Connection;
  /** The same database, where statements are planned once a connection (`openPreparedDatabase`). */
  preparedDb: Connection;
  /** Where shop pages and reports are read. */
  recentReads: RecentReads;
  jobs: Jobs;
  search: SearchIndex;
  /** Where the files of covers are. */
  storage: ObjectStorage;
  /** Where customers may sign in from, if the settings name one. */
  identityProvider: IdentityProvider | undefined;
  /** Where customers may pay beside a bank transfer, if the settings name it. */
  payments: PaymentProvider | undefined;
  /** Counts against the limits per client, account, mailbox or session; throws `too_many_requests`. */
  consumeRateLimit: ConsumeRateLimit;
  /** Where spans of requests, statements, jobs and emails go. */
  tracing: Tracing;
  /** Where the server writes; without it a log of its own. */
  log?: Logger | undefined;
  /** Bounds the requests in progress: those beyond are refused, the least important first. Without it none is. */
  concurrency?: ConcurrencyLimit;
  /** Where a race is made certain in tests: runs between a command's reads and its writes. */
  betweenReadAndWrite?: () => Promise<void>;
};

/** The same dependencies within a transaction: what commands ask of the database becomes part of it. */
export function within(tx: Database, deps: Deps): Deps {
  const db = Object.assign(tx, { $client: deps.db.$client }) as Connection;
  return { ...deps, db, preparedDb: db };
}

/** Where a request came from. */
export type ClientInfo = { ip: string; userAgent: string };

/** The customer whose bearer token came with a request, how they signed in, and when the token and the session expire. */
export type Principal = {
  customerId: string;
  email: string;
  name: string;
  sessionId: string;
  /** `password`, or the identity provider's name. */
  providerId: string;
  tokenExpiresAt: Date;
  /** Seconds until then, by the database's clock. */
  tokenSecondsLeft: number;
  sessionExpiresAt: Date;
  /** Whether the customer proved who they are in the last minutes. */
  isProven: boolean;
  /** What they may do in the back office, where they work for the shop. */
  staffRole: StaffRole | null;
  /** Whether they gave more than a password in this session. */
  hasSecondFactor: boolean;
};

/** What a command may know of the request that runs it. */
export type RequestContext = { locale: Locale; client: ClientInfo; requestId: string };
