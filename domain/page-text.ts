/** What the settings say, to be named in a text as `{bankAccount}`, so that no page goes stale. */
export const SETTING_FACTS = [
  'shopName',
  'contactEmail',
  'contactPhone',
  'contactAddress',
  'contactHours',
  'companyName',
  'registrationNumber',
  'taxNumber',
  'bankName',
  'bankAccount',
  'transferDeadline',
  'giftWrapPrice',
] as const;
export type SettingFact = (typeof SETTING_FACTS)[number];

/** What can stand in a sentence: a setting, or what delivery costs to each zone. */
export const TEXT_FACTS = [...SETTING_FACTS, 'deliveryPrices'] as const;
export type TextFact = (typeof TEXT_FACTS)[number];

/** What can stand in the place of a paragraph: the delivery zones as a list, how to reach the shop. */
export const BLOCK_FACTS = ['deliveryZones', 'contactDetails'] as const;
export type BlockFact = (typeof BLOCK_FACTS)[number];

/** A piece of a paragraph. */
export type TextSpan =
  | string
  | { kind: 'strong' | 'emphasis' | 'deleted'; spans: TextSpan[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; spans: TextSpan[] }
  | { kind: 'break' }
  | { kind: 'fact'; name: TextFact };

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;
export type CellAlign = 'start' | 'center' | 'end';

/** A text of a page without markup: what can be said, and nothing that a browser could run. */
export type TextBlock =
  | { kind: 'heading'; level: HeadingLevel; spans: TextSpan[] }
  /** `line`: a paragraph without space around it, as in a list. */
  | { kind: 'paragraph' | 'line'; spans: TextSpan[] }
  /** Numbered where it has a `start`. */
  | { kind: 'list'; start?: number; items: TextBlock[][] }
  | { kind: 'quote'; blocks: TextBlock[] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; align: CellAlign[]; head: TextSpan[][]; rows: TextSpan[][][] }
  | { kind: 'rule' }
  | { kind: 'fact'; name: BlockFact };

export function isTextFact(name: string): name is TextFact {
  return (TEXT_FACTS as readonly string[]).includes(name);
}

export function isBlockFact(name: string): name is BlockFact {
  return (BLOCK_FACTS as readonly string[]).includes(name);
}

/** A name in braces, such as `{bankAccount}`. */
export const FACT_PATTERN = /\{([A-Za-z]+)\}/g;

/** Where a link of a text leads: into the shop, elsewhere, or nowhere that a text may link to. */
export function linkKind(href: string): 'shop' | 'outside' | 'other' | undefined {
  if (/[\s\\\p{Cc}]/u.test(href)) return undefined;
  if (/^\/(?!\/)/.test(href)) return 'shop';
  if (/^https?:\/\/[^/]/i.test(href)) return 'outside';
  return /^(mailto:|tel:|#).+/i.test(href) ? 'other' : undefined;
}
