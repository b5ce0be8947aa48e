import type { z } from 'zod';
import { isMerchantQr } from '#domain/orders/payment.ts';
import { isIssuer, isOrigin, isTrustedUrl, redactUrl } from './setting-urls.ts';
import { redactDatabaseUrl } from './db/address.ts';
import {
  databaseAddress,
  documentation,
  flag,
  hours,
  integer,
  oneOf,
  onOrOff,
  origin,
  origins,
  otlpHeaders,
  role,
  secrets,
  setting,
  share,
  text,
  url,
  type Documentation,
} from './setting-types.ts';

const ADDRESS = /^[^\s<>@]+@[^\s<>@]+$/;
const SENDER = /^(?:[^<>]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const STRIPE_API_URL = 'https://api.stripe.com';
const DOMAIN = /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;

const printableSecret = text.regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces.');

const hidden = () => '…';

/** One schema per setting: it parses the text of its environment variable, or undefined where that is not set. */
export const SETTINGS = {
  port: setting('PORT', integer(0, 65_535).default(3000), 'Port to listen on; 0 takes a free one and prints it.'),
  host: setting('HOST', text.default('127.0.0.1'), 'Address to listen on.'),
  publicUrl: setting(
    'PUBLIC_URL',
    origin.optional(),
    'Origin in links, emails and the sitemap. Default: `http://localhost:PORT`.',
  ),
  hstsSubdomains: setting(
    'HSTS_SUBDOMAINS',
    flag.default(false),
    'Whether browsers must use https for every subdomain of the host of `PUBLIC_URL` too.',
  ),
  dataDir: setting(
    'DATA_DIR',
    text.default('data'),
    'Folder of the embedded database, emails and secrets, absolute or below the working directory; belongs to one server at a time.',
  ),
  databaseUrl: setting('DATABASE_URL', databaseAddress.optional(), {
    description: 'PostgreSQL from 15 on, or a pooler before it; several servers may share one. Default: embedded.',
    redact: redactDatabaseUrl,
  }),
  databaseDirectUrl: setting('DATABASE_DIRECT_URL', databaseAddress.optional(), {
    description:
      'PostgreSQL itself where `DATABASE_URL` is a pooler: for notifications, locks, jobs, migrations and whatever takes long.',
    redact: redactDatabaseUrl,
  }),
  databaseReplicaUrl: setting('DATABASE_REPLICA_URL', databaseAddress.optional(), {
    description:
      'Streaming replicas of the database, one host each, or a pooler before each: for what may be read a second late. Default: none.',
    redact: redactDatabaseUrl,
  }),
  migrate: setting(
    'MIGRATE',
    onOrOff.default(true),
    'Whether a server migrates the database when it starts; `off` where `migrate` is a step of its own.',
  ),
  role: setting(
    'ROLE',
    role.default('all'),
    '`web` answers requests and leaves jobs to others, `worker` works jobs and answers health checks only, `all` does both.',
  ),
  databasePool: setting(
    'DATABASE_POOL',
    integer(5, 200).default(10),
    'Connections per process: two of them work jobs, two listen.',
  ),
  authSecret: setting('AUTH_SECRET', secrets.optional(), {
    description:
      "Guests' order links and keyed hashes of addresses derive from it; several, newest first, while it is replaced. Required with `DATABASE_URL`; else generated once in `DATA_DIR`.",
    redact: hidden,
  }),
  smtpUrl: setting('SMTP_URL', url('smtp:', 'smtps:').optional(), {
    description: 'Server for outgoing email. Default: `.eml` files in `DATA_DIR/mail/`.',
    redact: redactUrl,
  }),
  mailFrom: setting(
    'MAIL_FROM',
    text
      .regex(SENDER, { error: 'must be an address such as Halaman <hello@shop.example>.' })
      .default('Halaman <hello@halaman.example>'),
    'Sender of emails.',
  ),
  inboundEmailDomain: setting(
    'INBOUND_EMAIL_DOMAIN',
    text.toLowerCase().regex(DOMAIN, { error: 'must be a domain such as reply.shop.example.' }).optional(),
    'Domain whose email reaches the shop: customers then answer emails about tickets.',
  ),
  inboundEmailSecret: setting('INBOUND_EMAIL_SECRET', printableSecret.optional(), {
    description: 'What incoming emails are posted with, as the header `X-Inbound-Secret`.',
    redact: hidden,
  }),
  bankName: setting('BANK_NAME', text.default('Bank Contoh Berhad'), 'Bank for transfers by customers.'),
  bankAccount: setting('BANK_ACCOUNT', text.default('5140 0000 1234'), 'Account number for transfers by customers.'),
  shopName: setting('SHOP_NAME', text.default('Halaman'), 'Name of the shop on pages and in emails.'),
  contactEmail: setting(
    'CONTACT_EMAIL',
    text.regex(ADDRESS, { error: 'must be an address such as hello@shop.example.' }).optional(),
    'Email address for customers. Default: the address of `MAIL_FROM`.',
  ),
  contactPhone: setting('CONTACT_PHONE', text.optional(), 'Phone number for customers.'),
  contactAddress: setting('CONTACT_ADDRESS', text.optional(), 'Postal address of the shop.'),
  contactHours: setting('CONTACT_HOURS', text.optional(), 'Opening hours.'),
  oidcIssuer: setting(
    'OIDC_ISSUER',
    text
      .refine(isIssuer, {
        error: 'must be an https:// address without query or fragment (http:// on this machine only).',
      })
      .optional(),
    'Identity provider, letter for letter as its discovery document spells it; together with `OIDC_CLIENT_ID`.',
  ),
  oidcClientId: setting('OIDC_CLIENT_ID', text.optional(), 'Public client at the identity provider.'),
  oidcName: setting(
    'OIDC_NAME',
    text
      .refine((name) => name.length <= 50 && name.toLowerCase() !== 'password', {
        error: 'must be a name of at most 50 characters, and not "password".',
      })
      .optional(),
    "The provider's name on its button and in the audit trail. Default: the issuer's host.",
  ),
  stripeSecretKey: setting(
    'STRIPE_SECRET_KEY',
    text
      .regex(/^[sr]k_\w+$/, { error: 'must be a secret or restricted key (sk_… or rk_…), not a publishable one.' })
      .optional(),
    {
      description: 'Payments by card and FPX, together with `STRIPE_WEBHOOK_SECRET`. Default: bank transfer only.',
      redact: hidden,
    },
  ),
  stripeWebhookSecret: setting(
    'STRIPE_WEBHOOK_SECRET',
    text.regex(/^whsec_\w+$/, { error: 'must be the signing secret of the event destination (whsec_…).' }).optional(),
    { description: "Signing secret of Stripe's event destination.", redact: hidden },
  ),
  stripeApi: setting(
    'STRIPE_API',
    text
      .refine((value) => isTrustedUrl(value) && isOrigin(value), {
        error: `must be an https:// address without a path, such as ${STRIPE_API_URL} (http:// on this machine only).`,
      })
      .default(STRIPE_API_URL),
    "Origin of Stripe's API; another one for tests.",
  ),
  duitnowQr: setting(
    'DUITNOW_QR',
    text
      .refine(isMerchantQr, {
        error: 'must be the text of a static merchant QR code for MYR (000201…6304 and its checksum).',
      })
      .optional(),
    "Text of the shop's static DuitNow QR code; unpaid orders then show one with their amount and number.",
  ),
  transferDeadline: setting(
    'PAYMENT_DEADLINE_TRANSFER',
    hours.default(7 * 24),
    'How long an order to be paid by transfer may stay unpaid, in days (7d) or hours (12h).',
  ),
  onlineDeadline: setting(
    'PAYMENT_DEADLINE_ONLINE',
    hours.default(1),
    'How long an order to be paid by card or FPX may stay unpaid, in days or hours.',
  ),
  giftWrapPrice: setting(
    'GIFT_WRAP_PRICE',
    integer(1, 100_000).optional(),
    'What gift wrap of an order costs, in sen. Default: there is none; RM 5 in the demo shop.',
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    origin.optional(),
    'Origin of the S3-compatible object storage for covers. Default: the folder `DATA_DIR/files/`.',
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket.' }).optional(),
    'Bucket of the object storage; it must exist.',
  ),
  s3Region: setting('S3_REGION', text.default('us-east-1'), 'Region of the bucket, as its provider names it.'),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', text.optional(), 'Access key of the object storage.'),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', text.optional(), {
    description: 'Secret of the access key of the object storage.',
    redact: hidden,
  }),
  importFolder: setting('IMPORT_FOLDER', text.optional(), 'Folder of catalogue files to import. Default: none.'),
  backupFolder: setting(
    'BACKUP_FOLDER',
    text.optional(),
    'Folder of nightly, checked backups. Default: none are made.',
  ),
  backupDays: setting('BACKUP_DAYS', integer(1, 3650).default(14), 'How many days nightly backups are kept.'),
  demo: setting(
    'DEMO',
    flag.optional(),
    'Whether an empty database is seeded with the demo shop. Default: only the embedded one.',
  ),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    integer(0, 300).optional(),
    'How long a server that was sent SIGTERM still serves while `/readyz` says that it is draining. Default: 10 with `DATABASE_URL`, else 1.',
  ),
  trustProxy: setting('TRUST_PROXY', integer(0, 10).default(0), 'Number of proxies whose `X-Forwarded-For` counts.'),
  metricsToken: setting('METRICS_TOKEN', printableSecret.optional(), {
    description: 'Bearer token of `/metrics`. Default: only this machine may read it.',
    redact: hidden,
  }),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url('http:', 'https:')
      .transform((value) => value.replace(/\/$/, ''))
      .optional(),
    'OpenTelemetry collector that gets traces and metrics by OTLP over HTTP. Default: none; nothing of it is loaded.',
  ),
  otlpHeaders: setting('OTEL_EXPORTER_OTLP_HEADERS', otlpHeaders.optional(), {
    description: 'Headers for the collector, such as `authorization=Bearer%20…`, separated by commas.',
    redact: hidden,
  }),
  otelServiceName: setting('OTEL_SERVICE_NAME', text.default('halaman'), 'Name of the shop in traces and metrics.'),
  traceRatio: setting('OTEL_TRACES_SAMPLER_ARG', share.default(1), 'Share of traces that are sent, from 0 to 1.'),
  metricInterval: setting(
    'OTEL_METRIC_EXPORT_INTERVAL',
    integer(100, 3_600_000).default(60_000),
    'Milliseconds between two sendings of the metrics.',
  ),
  corsOrigins: setting('CORS_ORIGINS', origins.default([]), 'Other origins that may use the API.'),
  rateLimits: setting('RATE_LIMITS', onOrOff.default(true), '`off` only together with `DEMO=1`, for load tests.'),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
    'Least severe level that is logged, as JSON lines; readable text on a terminal.',
  ),
} as const;

/** The parsed settings. Deadlines are in hours. */
export type Settings = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]> };
/** The name of a setting's variable, its description, and how it is redacted. */
export function documentationOf(name: keyof Settings): Documentation {
  return documentation.get(SETTINGS[name])!;
}
