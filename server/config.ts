import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { readPaymentSettings, type PaymentSettings } from './payment-settings.ts';
import { isLoopback, readProviderSettings, type ProviderSettings } from './provider-settings.ts';

/** All settings, checked and frozen. Each name's meaning is in docs/operations.md; nothing else reads the environment. */
export type Config = Readonly<
  ProviderSettings &
    PaymentSettings & {
      port: number;
      host: string;
      publicUrl: string | undefined;
      dataDir: string;
      databaseUrl: string | undefined;
      databasePool: number;
      authSecret: string | undefined;
      smtpUrl: string | undefined;
      mailFrom: string;
      bankName: string;
      bankAccount: string;
      shopName: string;
      demo: boolean;
      trustProxy: number;
      corsOrigins: readonly string[];
      rateLimits: boolean;
      logLevel: string;
    }
>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The mistakes in an environment, one sentence each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const AN_ORIGIN = 'an origin without a path, such as https://shop.example';
const SENDER = /^(?:[^<>]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function isOrigin(address: string): boolean {
  return URL.parse(address)?.origin === address;
}

/** Whether anybody but this machine can be meant to reach the server. */
export function isReachable({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean {
  return !isLoopback(host) || (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname));
}

/** Turns an environment into settings. Throws {@link ConfigError} with every mistake found. */
export function readConfig(environment: Environment, directory = process.cwd()): Config {
  const mistakes: string[] = [];
  const read = reader(environment, mistakes);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const demo = read.flag('DEMO', databaseUrl === undefined);
  const rateLimits = read.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  const authSecret = read.text('AUTH_SECRET');
  const dataDir = read.text('DATA_DIR') ?? 'data';
  if (databaseUrl && !authSecret) mistakes.push('AUTH_SECRET is required when DATABASE_URL is set.');
  if (!rateLimits && !demo) mistakes.push('RATE_LIMITS=off is taken only together with DEMO=1.');
  const config: Config = Object.freeze({
    port: read.integer('PORT', 3000, 0, 65_535),
    host: read.text('HOST') ?? '127.0.0.1',
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(directory, dataDir),
    databaseUrl,
    databasePool: read.integer('DATABASE_POOL', 10, 3, 200),
    authSecret,
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.text('MAIL_FROM') ?? 'Halaman <hello@halaman.example>',
    bankName: read.text('BANK_NAME') ?? 'Bank Contoh Berhad',
    bankAccount: read.text('BANK_ACCOUNT') ?? '5140 0000 1234',
    shopName: read.text('SHOP_NAME') ?? 'Halaman',
    ...readProviderSettings(read, mistakes),
    ...readPaymentSettings(read, mistakes),
    demo,
    trustProxy: read.integer('TRUST_PROXY', 0, 0, 10),
    corsOrigins: read.list('CORS_ORIGINS'),
    rateLimits,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
  });
  if (config.publicUrl && !isOrigin(config.publicUrl)) mistakes.push(`PUBLIC_URL must be ${AN_ORIGIN}.`);
  if (!config.corsOrigins.every(isOrigin)) mistakes.push(`CORS_ORIGINS: each must be ${AN_ORIGIN}.`);
  if (!SENDER.test(config.mailFrom))
    mistakes.push('MAIL_FROM must be an address such as Halaman <hello@shop.example>.');
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** The settings in force with what is secret struck out, for people to read. */
export function redact(config: Config): Record<string, unknown> {
  return {
    ...config,
    authSecret: config.authSecret && '…',
    stripeSecretKey: config.stripeSecretKey && '…',
    stripeWebhookSecret: config.stripeWebhookSecret && '…',
    databaseUrl: withoutSecrets(config.databaseUrl),
    smtpUrl: withoutSecrets(config.smtpUrl),
  };
}

/** Where an address leads, without who enters or with what. */
function withoutSecrets(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url ? `${url.protocol}//${url.username && '…@'}${url.host}${url.pathname}` : undefined;
}

function reader(environment: Environment, mistakes: string[]) {
  const text = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    const file = environment[`${name}_FILE`];
    if (value && file) mistakes.push(`${name} and ${name}_FILE are both set; keep one.`);
    return value || (file ? readSecret(name, file, mistakes) : undefined);
  };
  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    mistakes.push(`${name} must be a whole number from ${least} to ${most}, not "${value}".`);
    return fallback;
  };
  const oneOf = (name: string, allowed: readonly string[], fallback: string): string => {
    const value = text(name) ?? fallback;
    if (!allowed.includes(value)) mistakes.push(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
    return value;
  };
  const flag = (name: string, fallback: boolean) => oneOf(name, ['0', '1'], fallback ? '1' : '0') === '1';
  const url = (name: string, protocols: readonly string[]): string | undefined => {
    const value = text(name);
    if (value === undefined || protocols.includes(URL.parse(value)?.protocol ?? '')) return value;
    mistakes.push(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
    return undefined;
  };
  const list = (name: string) => (text(name) ?? '').split(/[\s,]+/).filter(Boolean);
  return { text, integer, oneOf, flag, url, list };
}

function readSecret(name: string, file: string, mistakes: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mistakes.push(`${name}_FILE names ${file}, which cannot be read.`);
    return undefined;
  }
}
