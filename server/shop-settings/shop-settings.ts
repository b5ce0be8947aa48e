import type { Logo } from '#domain/logo.ts';
import { ringgitFromSen } from '#domain/money.ts';
import {
  SETTING_NAMES,
  settingMistake,
  SHOP_SETTINGS,
  type Seller,
  type SettingMistake,
  type ShopSetting,
  type SettingName,
  type SettingValue,
  type SettingValues,
} from '#domain/shop-settings.ts';
import type { Config } from '../config.ts';
import { throwApiError } from '../api-error.ts';
import type { Channel, Connection, Database } from '../db/connection.ts';
import type { Logger } from '../log.ts';
import { fieldErrorMessage } from '../translations.ts';
import type { Locale } from '#domain/locale.ts';
import { findLogo } from './logo.ts';
import { listNewestChanges, lockSettings, recordChange } from './setting-changes.ts';

/** The channel on which the database notifies every server of changes. */
export const SETTINGS_CHANGED = 'settings_changed';

/** What the staff has set, of all settings or as of a moment. */
export async function findSettings(db: Database, until?: Date): Promise<SettingValues> {
  const changes = await listNewestChanges(db, SETTING_NAMES, until);
  return Object.fromEntries(changes.flatMap(({ name, after }) => (after === null ? [] : [[name, after]])));
}

/** What counts where staff have set nothing. */
export function defaultSettings(config: Config): Record<SettingName, SettingValue> {
  const { email, phone = '', address = '', hours = '' } = config.contact;
  return {
    shopName: config.shopName,
    senderName: senderNameOf(config.mailFrom),
    contactEmail: email,
    contactPhone: phone,
    contactAddress: address,
    contactHours: hours,
    companyName: '',
    registrationNumber: '',
    taxNumber: '',
    bankName: config.bankName,
    bankAccount: config.bankAccount,
    duitnowQr: config.duitnowQr ?? '',
    transferDeadline: config.transferDeadline,
    onlineDeadline: config.onlineDeadline,
    giftWrapPrice: config.giftWrapPrice ?? 0,
    lowStock: 2,
    leadDays: 7,
    coverDays: 28,
  };
}

/** `Name <address>`, or an address without a name. */
const SENDER = /^(.*?)\s*<(.*)>$/;
const senderNameOf = (sender: string) => SENDER.exec(sender)?.[1] ?? '';

/** Who receipts of a day say sells. */
export async function findSeller(db: Database, at: Date): Promise<Seller> {
  const { companyName = '', registrationNumber = '', taxNumber = '' } = (await findSettings(db, at)) as Partial<Seller>;
  return { companyName, registrationNumber, taxNumber };
}

/**
 * The settings in force: those of the environment, and on top of them what the staff has set. `config` is one object that
 * always has the newest values; it must be {@link load}ed after each change.
 */
export class ShopSettings {
  readonly config: Config;
  readonly defaults: Readonly<Record<SettingName, SettingValue>>;
  readonly #db: Database;
  readonly #environment: Config;
  #values: Record<SettingName, SettingValue>;
  #current: ShopPart;
  #started = 0;
  #applied = 0;

  constructor(db: Database, config: Config) {
    this.#db = db;
    this.defaults = defaultSettings(config);
    this.#environment = config;
    this.#values = { ...this.defaults };
    this.#current = configPart(config, this.#values);
    this.config = withCurrent(config, () => this.#current);
  }

  get values(): Readonly<Record<SettingName, SettingValue>> {
    return this.#values;
  }

  /** Reads what the staff has set; of several readings at once, the one that began last counts. */
  async load(): Promise<void> {
    const reading = (this.#started += 1);
    const [values, { logo }] = await Promise.all([findSettings(this.#db), findLogo(this.#db)]);
    if (reading < this.#applied) return;
    this.#applied = reading;
    this.#values = { ...this.defaults, ...values };
    this.#current = configPart(this.#environment, this.#values, logo);
  }
}

type Changing = { settings: ShopSettings; log?: Logger | undefined };

/** Reads the settings again when they change, and then does what depends on them. */
export function settingsChannel({ settings, log }: Changing, onLoaded = () => {}): Channel {
  const load = () => {
    const isLoaded = settings.load().then(onLoaded);
    isLoaded.catch((error: unknown) => log?.error({ err: error }, 'settings could not be read'));
  };
  return { onMessage: load, onReconnect: load };
}

type ShopPart = Pick<
  Config,
  | 'shopName'
  | 'logo'
  | 'mailFrom'
  | 'contact'
  | 'bankName'
  | 'bankAccount'
  | 'duitnowQr'
  | 'transferDeadline'
  | 'onlineDeadline'
  | 'giftWrapPrice'
>;

/** What of the configuration follows from the settings. An empty text is none. */
function configPart({ mailFrom }: Config, values: Readonly<Record<SettingName, SettingValue>>, logo?: Logo): ShopPart {
  const text = (name: SettingName) => String(values[name]);
  const optional = (name: SettingName) => text(name) || undefined;
  const sender = SENDER.exec(mailFrom)?.[2] ?? mailFrom;
  return {
    shopName: text('shopName'),
    logo,
    mailFrom: text('senderName') === '' ? sender : `${text('senderName')} <${sender}>`,
    contact: {
      email: text('contactEmail'),
      phone: optional('contactPhone'),
      address: optional('contactAddress'),
      hours: optional('contactHours'),
    },
    bankName: text('bankName'),
    bankAccount: text('bankAccount'),
    duitnowQr: optional('duitnowQr'),
    transferDeadline: Number(values.transferDeadline),
    onlineDeadline: Number(values.onlineDeadline),
    giftWrapPrice: Number(values.giftWrapPrice) || undefined,
  };
}

/** The configuration with these fields as they are whenever they are read. */
function withCurrent(config: Config, current: () => ShopPart): Config {
  const live = { ...config };
  for (const name of Object.keys(current()) as (keyof ShopPart)[])
    Object.defineProperty(live, name, { get: () => current()[name], enumerable: true });
  return Object.freeze(live);
}

export type NewValue = { name: SettingName; value: SettingValue | null; version?: number | undefined };

/**
 * Sets values, or with null the defaults again: all of them or, where one is wrong or was edited meanwhile, none. Returns what
 * was there before and after of those that differ.
 */
export function changeSettings(
  db: Connection,
  values: readonly NewValue[],
  { actor, locale }: { actor: string; locale: Locale },
): Promise<{ before: SettingValues; after: SettingValues }> {
  requireValid(values, locale);
  return db.transaction(async (tx) => {
    await lockSettings(
      tx,
      values.map(({ name }) => name),
    );
    const stored = await findSettings(tx);
    const changed = values.filter(({ name, value }) => (stored[name] ?? null) !== value);
    for (const { name, value, version } of changed)
      await recordChange(tx, { name, before: stored[name] ?? null, after: value, actor, version });
    return {
      before: Object.fromEntries(changed.map(({ name }) => [name, stored[name] ?? null])),
      after: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
    };
  });
}

function requireValid(values: readonly NewValue[], locale: Locale): void {
  const errors = values.flatMap(({ name, value }) => {
    const key = value === null ? undefined : settingMistake(name, value);
    if (key === undefined) return [];
    return [
      { path: name, message: fieldErrorMessage(locale, { path: name, key, values: { limit: limitOf(name, key) } }) },
    ];
  });
  if (errors.length > 0) throwApiError('invalid', { errors });
}

/** As people enter it: prices in RM. */
function limitOf(name: SettingName, mistake: SettingMistake): number {
  const { kind, max }: ShopSetting = SHOP_SETTINGS[name];
  if (kind === 'sen') return mistake === 'too_small' ? 0 : ringgitFromSen(max);
  return mistake === 'too_small' ? 1 : max;
}
