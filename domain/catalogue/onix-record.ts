import type { PriceRow } from './price-selection.ts';
import type { SalesRights } from './territory.ts';

/**
 * A record as the shop stores it: what it may use of each block, with codes as they came. A block that is null was not in
 * the record. Texts are safe HTML; dates are as precise as they are known.
 */
export type OnixRecord = {
  reference: string;
  notification: string;
  deletionText: string;
  identifiers: Identifier[];
  isbn: string | null;
  descriptive: Descriptive | null;
  collateral: Collateral | null;
  publishing: Publishing | null;
  related: Related | null;
  supply: Supply[] | null;
};

export type Identifier = { type: string; value: string; name: string };

export type Descriptive = {
  composition: string;
  form: string;
  formDetails: string[];
  features: { type: string; value: string; description: string }[];
  contentType: string;
  protections: string[];
  title: string;
  /** What sorting reads: the title without its prefix. */
  titleSort: string;
  subtitle: string;
  collections: { type: string; title: string; number: string | null }[];
  contributors: Contributor[];
  editionTypes: string[];
  editionNumber: number | null;
  editionStatement: string;
  language: string;
  /** Further languages of the text. */
  otherLanguages?: string[];
  originalLanguage: string | null;
  pages: number | null;
  /** In minutes. */
  duration: number | null;
  /** By type (list 48), in millimetres or grams. */
  measures?: { type: string; value: number }[];
  subjects: { scheme: string; schemeName: string; version: string; code: string; heading: string; isMain: boolean }[];
  audiences: { type: string; value: string }[];
  audienceRanges: { qualifier: string; bounds: { precision: string; value: string }[] }[];
};

export type Contributor = {
  roles: string[];
  name: string;
  isCorporate: boolean;
  identifiers: Identifier[];
  biography: string;
};

export type Collateral = {
  texts: { type: string; language: string | null; html: string }[];
  images: { type: string; link: string; form: string; features: { type: string; value: string }[] }[];
};

export type Publishing = {
  imprint: string;
  publisher: string;
  country: string;
  status: string | null;
  dates: { role: string; date: string }[];
  rights: SalesRights[];
  rightsElsewhere: string | null;
};

export type Related = {
  works: { relation: string; identifiers: Identifier[] }[];
  products: { relation: string; identifiers: Identifier[] }[];
};

export type Supply = {
  supplier: string;
  availability: string | null;
  dates: { role: string; date: string }[];
  onHand: string[];
  orderTime: number | null;
  packQuantity: number | null;
  prices: (PriceRow & { status: string; taxRate: string })[];
  unpriced: string | null;
};
