import type { Collateral, Publishing, Related, Supply } from '#domain/catalogue/onix-record.ts';
import { isKnownAvailability } from '#domain/catalogue/availability.ts';
import type { Territory } from '#domain/catalogue/territory.ts';
import { partialDate } from '#domain/dates.ts';
import { childOf, childrenOf, lineOf, textOf, type OnixElement } from './element.ts';
import { HIJRI_FORMATS, PUBLISHING_STATUSES, READER_AUDIENCES } from './codes.ts';
import {
  bcp47,
  hundredths,
  mapIdentifier,
  mapIdentifiers,
  noteUnknown,
  wholeNumber,
  type MessageDefaults,
  type RecordNotes,
} from './fields.ts';
import { readRichText } from './rich-text.ts';
import type { TagName } from './tags.ts';

/** Only texts and images for readers. */
export function mapCollateral(element: OnixElement, defaults: MessageDefaults): Collateral {
  const forReaders = (one: OnixElement) => {
    const audiences = childrenOf(one, 'ContentAudience').map(lineOf);
    return audiences.length === 0 || audiences.some((code) => READER_AUDIENCES.has(code));
  };
  return {
    texts: childrenOf(element, 'TextContent')
      .filter(forReaders)
      .flatMap((one) => mapText(one, defaults)),
    images: childrenOf(element, 'SupportingResource').filter(forReaders).flatMap(mapImages),
  };
}

function mapText(content: OnixElement, defaults: MessageDefaults): Collateral['texts'] {
  const type = textOf(content, 'TextType');
  return childrenOf(content, 'Text').map((text) => ({
    type,
    language: bcp47(text.attributes.language ?? '') ?? defaults.language,
    html: readRichText(text),
  }));
}

const IMAGE_MODE = '03';

function mapImages(resource: OnixElement): Collateral['images'] {
  if (textOf(resource, 'ResourceMode') !== IMAGE_MODE) return [];
  const type = textOf(resource, 'ResourceContentType');
  return childrenOf(resource, 'ResourceVersion').flatMap((version) =>
    childrenOf(version, 'ResourceLink')
      .map(lineOf)
      .filter((link) => /^https?:\/\//i.test(link) || isFileName(link))
      .map((link) => ({
        type,
        link,
        form: textOf(version, 'ResourceForm'),
        features: childrenOf(version, 'ResourceVersionFeature').map((one) => ({
          type: textOf(one, 'ResourceVersionFeatureType'),
          value: textOf(one, 'FeatureValue'),
        })),
      })),
  );
}

/** Whether a link is the path of a file beside the message, below its folder. */
export function isFileName(link: string): boolean {
  return /^[^/\\:][^\\:?#]*\.(?:jpe?g|png|webp|avif|tiff?)$/i.test(link) && !link.split('/').includes('..');
}

const PUBLISHER_ROLE = '01';

export function mapPublishing(element: OnixElement, found: RecordNotes): Publishing {
  const publishers = childrenOf(element, 'Publisher');
  const publisher = publishers.find((one) => textOf(one, 'PublishingRole') === PUBLISHER_ROLE) ?? publishers[0];
  const status = textOf(element, 'PublishingStatus') || null;
  noteUnknown(found, 'PublishingStatus', { codes: [status ?? ''], isKnown: (code) => PUBLISHING_STATUSES.has(code) });
  return {
    imprint: textOf(childOf(element, 'Imprint'), 'ImprintName').slice(0, 200),
    publisher: textOf(publisher, 'PublisherName').slice(0, 200),
    country: textOf(element, 'CountryOfPublication'),
    status,
    dates: mapDates(element, { each: 'PublishingDate', role: 'PublishingDateRole' }, found),
    rights: childrenOf(element, 'SalesRights').map((one) => ({
      type: textOf(one, 'SalesRightsType'),
      territory: mapTerritory(childOf(one, 'Territory')),
    })),
    rightsElsewhere: textOf(element, 'ROWSalesRightsType') || null,
  };
}

function mapTerritory(element: OnixElement | undefined): Territory {
  const codes = (name: TagName) => textOf(element, name).toUpperCase().split(' ').filter(Boolean);
  return {
    countriesIncluded: codes('CountriesIncluded'),
    regionsIncluded: codes('RegionsIncluded'),
    countriesExcluded: codes('CountriesExcluded'),
    regionsExcluded: codes('RegionsExcluded'),
  };
}

type DateTags = { each: TagName; role: TagName; except?: string };

function mapDates(parent: OnixElement, tags: DateTags, { notes }: RecordNotes): { role: string; date: string }[] {
  return childrenOf(parent, tags.each).flatMap((one) => {
    if (textOf(one, tags.role) === tags.except) return [];
    const written = textOf(one, 'Date');
    const format = childOf(one, 'Date')?.attributes.dateformat ?? textOf(one, 'DateFormat');
    const date = HIJRI_FORMATS.has(format) ? undefined : partialDate(written);
    if (date !== undefined) return { role: textOf(one, tags.role), date };
    if (written) notes.push(`The date "${written}" cannot be read; imported without.`);
    return [];
  });
}

export function mapRelated(element: OnixElement): Related {
  return {
    works: childrenOf(element, 'RelatedWork').map((one) => ({
      relation: textOf(one, 'WorkRelationCode'),
      identifiers: childrenOf(one, 'WorkIdentifier').map((id) => mapIdentifier(id, textOf(id, 'WorkIDType'))),
    })),
    products: childrenOf(element, 'RelatedProduct').flatMap((one) =>
      childrenOf(one, 'ProductRelationCode').map((code) => ({
        relation: lineOf(code),
        identifiers: mapIdentifiers(one),
      })),
    ),
  };
}

export function mapSupply(element: OnixElement, defaults: MessageDefaults, found: RecordNotes): Supply {
  const availability = textOf(element, 'ProductAvailability') || null;
  noteUnknown(found, 'ProductAvailability', { codes: [availability ?? ''], isKnown: isKnownAvailability });
  return {
    supplier: textOf(childOf(element, 'Supplier'), 'SupplierName'),
    availability,
    dates: mapDates(element, { each: 'SupplyDate', role: 'SupplyDateRole' }, found),
    onHand: childrenOf(element, 'Stock').flatMap((one) => textOf(one, 'OnHand') || []),
    orderTime: wholeNumber(textOf(element, 'OrderTime')),
    packQuantity: wholeNumber(textOf(element, 'PackQuantity')),
    prices: childrenOf(element, 'Price').map((one) => mapPrice(one, defaults, found)),
    unpriced: textOf(element, 'UnpricedItemType') || null,
  };
}

const PRICE_DATES = { from: '14', until: '15', period: '24' } as const;

function mapPrice(price: OnixElement, defaults: MessageDefaults, found: RecordNotes): Supply['prices'][number] {
  const tax = childOf(price, 'Tax');
  const dates = mapDates(price, { each: 'PriceDate', role: 'PriceDateRole', except: PRICE_DATES.period }, found);
  const dateOf = (role: string) => dates.find((one) => one.role === role)?.date ?? null;
  const [from, until] = periodOf(price);
  const territory = childOf(price, 'Territory');
  return {
    type: textOf(price, 'PriceType') || (defaults.priceType ?? ''),
    qualifier: textOf(price, 'PriceQualifier') || null,
    amount: hundredths(textOf(price, 'PriceAmount')),
    currency: textOf(price, 'CurrencyCode').toUpperCase() || defaults.currency,
    territory: territory ? mapTerritory(territory) : null,
    from: from ?? dateOf(PRICE_DATES.from),
    until: until ?? dateOf(PRICE_DATES.until),
    minimumQuantity: wholeNumber(textOf(price, 'MinimumOrderQuantity')) ?? 1,
    status: textOf(price, 'PriceStatus'),
    taxRate: textOf(tax, 'TaxRateCode'),
  };
}

/** The two halves of a period, which is one row of digits (`2026010120261231`) or two dates. */
function periodOf(price: OnixElement): [string | undefined, string | undefined] {
  const period = childrenOf(price, 'PriceDate').find((one) => textOf(one, 'PriceDateRole') === PRICE_DATES.period);
  const digits = childrenOf(period, 'Date').map(lineOf).join('').replaceAll(/\D/g, '');
  const half = digits.length / 2;
  return [partialDate(digits.slice(0, half)), partialDate(digits.slice(half))];
}
