import { isMerchantQr } from './orders/payment.ts';
import { MAX_LOW_STOCK } from './reorder.ts';

/** What a setting's value is: one line of text, an email address, the text of a QR code, hours, days, copies, or sen. */
type Kind = 'line' | 'email' | 'qr' | 'hours' | 'days' | 'copies' | 'sen';

export type ShopSetting = {
  section: SettingSection;
  kind: Kind;
  /** Whether it may not be empty. */
  isRequired?: true;
  /** The most characters, or the largest number. */
  max: number;
};

/** The parts of the shop that its settings are about, in the order in which they are shown. */
export const SETTING_SECTIONS = ['shop', 'legal', 'payment', 'orders', 'inventory'] as const;
export type SettingSection = (typeof SETTING_SECTIONS)[number];

/** An unpaid order reserves its copies for sixty days at most. */
const MAX_HOURS = 60 * 24;

/**
 * What is the shop's business and changes while it is open: staff set it. Where they have not, the environment counts
 * (`server/settings.ts`), and then what it has as its default.
 */
export const SHOP_SETTINGS = {
  shopName: { section: 'shop', kind: 'line', max: 60, isRequired: true },
  senderName: { section: 'shop', kind: 'line', max: 60 },
  contactEmail: { section: 'shop', kind: 'email', max: 254, isRequired: true },
  contactPhone: { section: 'shop', kind: 'line', max: 40 },
  contactAddress: { section: 'shop', kind: 'line', max: 200 },
  contactHours: { section: 'shop', kind: 'line', max: 100 },
  companyName: { section: 'legal', kind: 'line', max: 100 },
  registrationNumber: { section: 'legal', kind: 'line', max: 40 },
  taxNumber: { section: 'legal', kind: 'line', max: 40 },
  bankName: { section: 'payment', kind: 'line', max: 60, isRequired: true },
  bankAccount: { section: 'payment', kind: 'line', max: 40, isRequired: true },
  duitnowQr: { section: 'payment', kind: 'qr', max: 512 },
  transferDeadline: { section: 'payment', kind: 'hours', max: MAX_HOURS, isRequired: true },
  onlineDeadline: { section: 'payment', kind: 'hours', max: MAX_HOURS, isRequired: true },
  giftWrapPrice: { section: 'orders', kind: 'sen', max: 100_000 },
  /** At this many copies or fewer a format is low. */
  lowStock: { section: 'inventory', kind: 'copies', max: MAX_LOW_STOCK },
  /** Until a supplier delivers, where a format says nothing of it. */
  leadDays: { section: 'inventory', kind: 'days', max: 365 },
  /** How long the copies of a delivery should last. */
  coverDays: { section: 'inventory', kind: 'days', max: 365, isRequired: true },
} as const satisfies Record<string, ShopSetting>;

export type SettingName = keyof typeof SHOP_SETTINGS;
export const SETTING_NAMES = Object.keys(SHOP_SETTINGS) as SettingName[];

/** An empty text, or no sen, is a setting that the shop does without. */
export type SettingValue = string | number;
export type SettingValues = Readonly<Partial<Record<SettingName, SettingValue>>>;

/** Who the receipts say sells: empty where it is not known. */
export type Seller = Readonly<Record<'companyName' | 'registrationNumber' | 'taxNumber', string>>;

/** How the kind of a setting is read from its form and given to it. */
export function isNumberSetting(name: SettingName): boolean {
  return ['hours', 'days', 'copies', 'sen'].includes(SHOP_SETTINGS[name].kind);
}

export type SettingMistake = 'invalid' | 'required' | 'too_long' | 'too_small' | 'too_big' | 'email' | 'plain_text';

/** Why a value is none for this setting. */
export function settingMistake(name: SettingName, value: SettingValue): SettingMistake | undefined {
  const { kind, max, isRequired }: ShopSetting = SHOP_SETTINGS[name];
  if (isNumberSetting(name)) return numberMistake(value, { min: isRequired ? 1 : 0, max });
  if (typeof value !== 'string') return 'invalid';
  if (value.trim() === '') return isRequired ? 'required' : undefined;
  if ([...value].length > max) return 'too_long';
  if (!/^[^\p{Cc}\u2028\u2029]*$/u.test(value) || !value.isWellFormed()) return 'plain_text';
  if (kind === 'email' && !/^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(value)) return 'email';
  if (kind === 'qr' && !isMerchantQr(value)) return 'invalid';
  return undefined;
}

function numberMistake(value: SettingValue, { min, max }: { min: number; max: number }): SettingMistake | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'invalid';
  if (value < min) return 'too_small';
  return value > max ? 'too_big' : undefined;
}
