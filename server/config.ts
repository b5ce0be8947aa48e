import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { z } from 'zod';
import type { Logo } from '#domain/logo.ts';
import type { Contact } from '#contract/pages.ts';
import { documentationOf, SETTINGS, type Settings } from './settings.ts';
import { isLoopback } from './setting-urls.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The mistakes in an environment, one sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];

type ContactSettings = 'contactEmail' | 'contactPhone' | 'contactAddress' | 'contactHours';

/** All settings, checked and frozen; nothing else reads the environment. Deadlines are in hours. */
export type Config = Readonly<
  Omit<Settings, 'demo' | 'drainSeconds' | ContactSettings> & {
    demo: boolean;
    drainSeconds: number;
    contact: Contact;
    logo: Logo | undefined;
  }
>;

/** Three health checks of a proxy at two seconds each, as haproxy makes them unless told otherwise, and a margin. */
const DRAIN_SECONDS = 10;
/** The embedded database serves one server only: there is no other that a proxy could send requests to. */
const DRAIN_SECONDS_ALONE = 1;

/** In sen. */
const DEMO_GIFT_WRAP_PRICE = 500;

/** Parses an environment. Throws {@link ConfigError} with every mistake found. */
export function readConfig(environment: Environment, directory = process.cwd()): Config {
  const mistakes: string[] = [];
  const texts: Partial<Record<keyof Settings, string>> = {};
  const values: Record<string, unknown> = {};
  for (const name of NAMES) {
    const { env } = documentationOf(name);
    const given = readText(environment, env, mistakes);
    if (given !== undefined) texts[name] = given;
    const parsed = (SETTINGS[name] as z.ZodType).safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else mistakes.push(`${env} ${parsed.error.issues[0]!.message}`);
  }
  const settings = values as Settings;
  const { demo = settings.databaseUrl === undefined } = settings;
  mistakes.push(...findContradictions(texts, { ...settings, demo }));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const { contactEmail, contactPhone, contactAddress, contactHours, ...others } = settings;
  const email = contactEmail ?? addressIn(settings.mailFrom);
  return Object.freeze({
    ...others,
    dataDir: isAbsolute(settings.dataDir) ? settings.dataDir : resolve(directory, settings.dataDir),
    importFolder: settings.importFolder && resolve(directory, settings.importFolder),
    backupFolder: settings.backupFolder && resolve(directory, settings.backupFolder),
    contact: Object.freeze({ email, phone: contactPhone, address: contactAddress, hours: contactHours }),
    logo: undefined,
    giftWrapPrice: settings.giftWrapPrice ?? (demo ? DEMO_GIFT_WRAP_PRICE : undefined),
    oidcName: settings.oidcName ?? URL.parse(settings.oidcIssuer ?? '')?.hostname,
    drainSeconds: settings.drainSeconds ?? (settings.databaseUrl ? DRAIN_SECONDS : DRAIN_SECONDS_ALONE),
    demo,
  });
}

/** A variable's text without space around it, else the contents of the file that `NAME_FILE` names. */
function readText(environment: Environment, env: string, mistakes: string[]): string | undefined {
  const value = environment[env]?.trim();
  const file = environment[`${env}_FILE`];
  if (value && file) mistakes.push(`${env} and ${env}_FILE are both set; keep one.`);
  if (value || !file) return value || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    mistakes.push(`${env}_FILE names ${file}, which cannot be read.`);
    return undefined;
  }
}

/** Settings that are only valid together. */
const PAIRS = [
  ['stripeSecretKey', 'stripeWebhookSecret'],
  ['inboundEmailDomain', 'inboundEmailSecret'],
  ['oidcIssuer', 'oidcClientId'],
  ['s3Endpoint', 's3Bucket'],
  ['s3Bucket', 's3AccessKeyId'],
  ['s3AccessKeyId', 's3SecretAccessKey'],
] as const;

type Texts = Readonly<Partial<Record<keyof Settings, string>>>;

/** Mistakes that concern more than one setting, one sentence each. */
function findContradictions(texts: Texts, { databaseUrl, demo, rateLimits, role }: Partial<Settings>): string[] {
  const incomplete = PAIRS.flatMap(([one, other]) => [
    ...(texts[one] && !texts[other]
      ? [`${documentationOf(one).env} is set without ${documentationOf(other).env}.`]
      : []),
    ...(texts[other] && !texts[one]
      ? [`${documentationOf(other).env} is set without ${documentationOf(one).env}.`]
      : []),
  ]);
  return [
    ...(databaseUrl && !texts.authSecret ? ['AUTH_SECRET is required when DATABASE_URL is set.'] : []),
    ...(texts.role && role !== 'all' && !databaseUrl
      ? [`ROLE=${role} needs DATABASE_URL: the embedded database serves one process only.`]
      : []),
    ...(texts.databaseDirectUrl && !databaseUrl ? ['DATABASE_DIRECT_URL is set without DATABASE_URL.'] : []),
    ...(texts.databaseReplicaUrl && !databaseUrl ? ['DATABASE_REPLICA_URL is set without DATABASE_URL.'] : []),
    ...(rateLimits === false && !demo ? ['RATE_LIMITS=off is allowed only together with DEMO=1.'] : []),
    ...incomplete,
  ];
}

/** The settings in force by the names of their variables, secrets redacted; null for those that are not set. */
export function redactConfig({ contact, ...config }: Config): Record<string, unknown> {
  const { email: contactEmail, phone: contactPhone, address: contactAddress, hours: contactHours } = contact;
  const values: Record<string, unknown> = { ...config, contactEmail, contactPhone, contactAddress, contactHours };
  return Object.fromEntries(
    NAMES.map((name) => {
      const { env, redact } = documentationOf(name);
      const value = values[name] ?? null;
      return [env, redact && value !== null ? redact(String(value)) : value];
    }),
  );
}

/** The address in `Name <address>`. */
function addressIn(sender: string): string {
  return /<([^<>]*)>$/.exec(sender)?.[1] ?? sender;
}

/** Whether other machines than this one are meant to reach the server. */
export function isPubliclyReachable({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
}

/** Settings that are valid but surely not meant, one sentence each: a shop with its own database that sends no email. */
export function configWarnings({ databaseUrl, smtpUrl, publicUrl }: Config): readonly string[] {
  if (!databaseUrl) return [];
  return [
    ...(smtpUrl ? [] : ['SMTP_URL is not set: emails become files that nobody reads.']),
    ...(publicUrl ? [] : ['PUBLIC_URL is not set: links in emails and the sitemap lead to localhost.']),
  ];
}
