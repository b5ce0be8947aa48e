import { ringgitFromSen, type Sen } from '#domain/money.ts';
import { DATE_ROLES, SAME_WORK } from '../codes.ts';
import type { ExportedProduct, ExportedVariant } from './export-rows.ts';
import { AVAILABILITY, IDENTIFIER, NOTIFICATION, onixDate, PRICE } from './write-codes.ts';
import { writeDescriptive } from './write-descriptive.ts';
import { element, PARAGRAPH, type XmlElement } from './onix-element.ts';

/** The shop as the sender of a message. References begin with `namespace`. */
export type Sender = { name: string; namespace: string };

type Edition = { product: ExportedProduct; variant: ExportedVariant; sender: Sender };

/**
 * The record of an edition. One that its only sender has taken back is deleted; one that is not listed any more stays, and is
 * not available.
 */
export function writeRecord(edition: Edition): XmlElement {
  const { product, variant, sender } = edition;
  const { records } = variant;
  const isDeleted = !isSold(edition) && records.length > 0 && records.every((one) => one.isDeleted);
  const [record] = element('Product', [
    ...element('RecordReference', referenceOf(sender, variant.id)),
    ...element('NotificationType', isDeleted ? NOTIFICATION.deleted : NOTIFICATION.confirmed),
    ...writeIdentifiers(edition),
    ...(isDeleted
      ? []
      : [
          ...writeDescriptive(product, variant),
          ...writeCollateral(product),
          ...writePublishing(edition),
          ...writeRelated(edition),
          ...writeSupply(edition),
        ]),
  ]);
  return record!;
}

function isSold({ product, variant }: Edition): boolean {
  return product.isListed && variant.isListed;
}

function referenceOf({ namespace }: Sender, variantId: number): string {
  return `${namespace}.${variantId}`;
}

/** The ISBN, and by the name of each sender its own reference. */
function writeIdentifiers({ variant, sender }: Edition): XmlElement[] {
  return [
    ...ownIdentifier(sender, variant.id),
    ...variant.records.flatMap((one) => productIdentifier(IDENTIFIER.proprietary, one.reference, one.sender)),
    ...isbnIdentifiers(variant),
  ];
}

function ownIdentifier(sender: Sender, variantId: number): XmlElement[] {
  return productIdentifier(IDENTIFIER.proprietary, referenceOf(sender, variantId), sender.name);
}

function isbnIdentifiers({ isbn }: ExportedVariant): XmlElement[] {
  if (isbn === null) return [];
  return [...productIdentifier(IDENTIFIER.gtin, isbn), ...productIdentifier(IDENTIFIER.isbn, isbn)];
}

function productIdentifier(type: string, value: string, name = ''): XmlElement[] {
  return element('ProductIdentifier', [
    ...element('ProductIDType', type),
    ...element('IDTypeName', name),
    ...element('IDValue', value),
  ]);
}

const DESCRIPTION = '03';
const EVERYBODY = '00';

/** The description, in paragraphs of XHTML where it has several or signs of markup. */
function writeCollateral({ description }: ExportedProduct): XmlElement[] {
  if (description === '') return [];
  const isPlain = !/[\n<]/.test(description);
  const paragraphs = description.split('\n').flatMap((line) => element(PARAGRAPH, line));
  const text = isPlain ? element('Text', description) : element('Text', paragraphs, { textformat: '05' });
  return element('CollateralDetail', [
    ...element('TextContent', [...element('TextType', DESCRIPTION), ...element('ContentAudience', EVERYBODY), ...text]),
  ]);
}

/** A date that only the product has is written for its editions; otherwise those without one stay so. */
function writePublishing({ product, variant }: Edition): XmlElement[] {
  const isDated = product.variants.some((one) => one.published !== null);
  const published = variant.published ?? (isDated ? null : product.published);
  const publisher = [...element('PublishingRole', '01'), ...element('PublisherName', product.publisher)];
  return element('PublishingDetail', [
    ...element('Imprint', element('ImprintName', product.imprint)),
    ...(product.publisher ? element('Publisher', publisher) : []),
    ...element('PublishingStatus', variant.publishingStatus),
    ...writeDate(['PublishingDate', 'PublishingDateRole'], DATE_ROLES.published, published),
    ...writeDate(['PublishingDate', 'PublishingDateRole'], DATE_ROLES.embargo, variant.embargo),
  ]);
}

type DateTags = ['PublishingDate', 'PublishingDateRole'] | ['SupplyDate', 'SupplyDateRole'];

function writeDate([tag, roleTag]: DateTags, role: string, date: string | null): XmlElement[] {
  if (date === null) return [];
  const { digits, attributes } = onixDate(date);
  return element(tag, [...element(roleTag, role), ...element('Date', digits, attributes)]);
}

const OTHER_FORMAT = '06';

/** The work, by which products of one title are told apart; and its other editions. */
function writeRelated({ product, variant, sender }: Edition): XmlElement[] {
  const own = product.variants.flatMap(({ isbn }) => (isbn === null ? [] : `15:${isbn}`));
  const keys = [`${sender.namespace}.work.${product.id}`, ...product.works.filter((key) => !own.includes(key))];
  const others = product.variants.filter((one) => one.id !== variant.id && one.isListed);
  return element('RelatedMaterial', [
    ...keys.flatMap((key) =>
      element('RelatedWork', [...element('WorkRelationCode', SAME_WORK), ...workIdentifier(key, sender)]),
    ),
    ...others.flatMap((one) =>
      element('RelatedProduct', [
        ...element('ProductRelationCode', OTHER_FORMAT),
        ...ownIdentifier(sender, one.id),
        ...isbnIdentifiers(one),
      ]),
    ),
  ]);
}

/** A key of a work as an identifier: one that every sender shares as it is, any other as one of ours. */
function workIdentifier(key: string, { name }: Sender): XmlElement[] {
  const [, type, value] = /^(\d\d):(.+)$/s.exec(key) ?? [];
  const isShared = type !== undefined && type !== IDENTIFIER.proprietary;
  return element('WorkIdentifier', [
    ...element('WorkIDType', isShared ? type : IDENTIFIER.proprietary),
    ...(isShared ? [] : element('IDTypeName', name)),
    ...element('IDValue', isShared ? value : key),
  ]);
}

const UNSPECIFIED_ROLE = '00';

function writeSupply(edition: Edition): XmlElement[] {
  const { variant, sender } = edition;
  const supplier = [...element('SupplierRole', UNSPECIFIED_ROLE), ...element('SupplierName', sender.name)];
  return element('ProductSupply', [
    ...element('SupplyDetail', [
      ...element('Supplier', supplier),
      ...element('ProductAvailability', availabilityOf(edition)),
      ...writeDate(['SupplyDate', 'SupplyDateRole'], DATE_ROLES.expected, variant.expected),
      ...element('OrderTime', variant.orderDays),
      ...element('Stock', element('OnHand', variant.stock)),
      ...writePrice(variant.listPrice),
      ...(variant.memberPrice < variant.listPrice ? writePrice(variant.memberPrice, PRICE.members) : []),
    ]),
  ]);
}

/** As the supplier says it; else by the shop's own stock. */
function availabilityOf({ product, variant }: Omit<Edition, 'sender'>): string {
  if (!product.isListed || !variant.isListed) return AVAILABILITY.notAvailable;
  if (variant.availability !== null) return variant.availability;
  return variant.stock > 0 ? AVAILABILITY.inStock : AVAILABILITY.outOfStock;
}

function writePrice(amount: Sen, qualifier?: string): XmlElement[] {
  return element('Price', [
    ...element('PriceType', PRICE.withTax),
    ...element('PriceQualifier', qualifier),
    ...element('PriceAmount', ringgitFromSen(amount).toFixed(2)),
    ...element('CurrencyCode', 'MYR'),
    ...element('Territory', element('CountriesIncluded', 'MY')),
  ]);
}
