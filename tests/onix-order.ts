import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { referenceNameOf } from '../server/onix/tags.ts';

/** The order in which ONIX 3 has the children of an element, of those that the shop writes. A test of ours, not the schema. */
const CHILDREN: Readonly<Record<string, string>> = {
  ONIXMessage: 'Header NoProduct Product',
  Header: 'Sender MessageNumber SentDateTime',
  Sender: 'SenderIdentifier SenderName',
  SenderIdentifier: 'SenderIDType IDTypeName IDValue',
  Product: `RecordReference NotificationType ProductIdentifier DescriptiveDetail CollateralDetail PublishingDetail
    RelatedMaterial ProductSupply`,
  ProductIdentifier: 'ProductIDType IDTypeName IDValue',
  DescriptiveDetail: `ProductComposition ProductForm ProductFormFeature Measure EpubTechnicalProtection Collection TitleDetail
    Contributor EditionType EditionNumber EditionStatement Language Extent Subject Audience AudienceRange`,
  ProductFormFeature: 'ProductFormFeatureType ProductFormFeatureValue ProductFormFeatureDescription',
  Measure: 'MeasureType Measurement MeasureUnitCode',
  Collection: 'CollectionType CollectionSequence TitleDetail',
  CollectionSequence: 'CollectionSequenceType CollectionSequenceNumber',
  TitleDetail: 'TitleType TitleElement',
  TitleElement: 'TitleElementLevel TitlePrefix TitleWithoutPrefix TitleText Subtitle',
  Contributor: 'SequenceNumber ContributorRole NameIdentifier PersonName BiographicalNote',
  NameIdentifier: 'NameIDType IDValue',
  Language: 'LanguageRole LanguageCode CountryCode ScriptCode',
  Extent: 'ExtentType ExtentValue ExtentUnit',
  Subject: 'MainSubject SubjectSchemeIdentifier SubjectCode SubjectHeadingText',
  Audience: 'AudienceCodeType AudienceCodeValue',
  CollateralDetail: 'TextContent',
  TextContent: 'TextType ContentAudience Text',
  Text: 'p',
  PublishingDetail: 'Imprint Publisher PublishingStatus PublishingDate',
  Imprint: 'ImprintName',
  Publisher: 'PublishingRole PublisherName',
  PublishingDate: 'PublishingDateRole Date',
  RelatedMaterial: 'RelatedWork RelatedProduct',
  RelatedWork: 'WorkRelationCode WorkIdentifier',
  WorkIdentifier: 'WorkIDType IDTypeName IDValue',
  RelatedProduct: 'ProductRelationCode ProductIdentifier',
  ProductSupply: 'SupplyDetail',
  SupplyDetail: 'Supplier ProductAvailability SupplyDate OrderTime Stock Price',
  Supplier: 'SupplierRole SupplierName',
  SupplyDate: 'SupplyDateRole Date',
  Stock: 'OnHand',
  Price: 'PriceType PriceQualifier PriceAmount CurrencyCode Territory',
  Territory: 'CountriesIncluded',
};
/** Precision and value take turns. */
const UNORDERED = new Set(['AudienceRange']);

/**
 * Parses a message strictly. Throws where it is not well-formed, and where an element stands in a place or an order that ONIX
 * does not have. Returns how often each element stands in it, by its reference name.
 */
export function checkMessage(xml: string): Map<string, number> {
  const parser = new SaxesParser();
  const counts = new Map<string, number>();
  const open: { name: string; last: number }[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const name = tag.name === 'ONIXmessage' ? 'ONIXMessage' : referenceNameOf(tag.name);
    const parent = open.at(-1);
    if (parent && !UNORDERED.has(parent.name)) {
      const place = (CHILDREN[parent.name] ?? '').split(/\s+/).indexOf(name);
      if (place < parent.last || place < 0) throw new Error(`${name} has no place there in ${parent.name}.`);
      parent.last = place;
    }
    counts.set(name, (counts.get(name) ?? 0) + 1);
    open.push({ name, last: 0 });
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return counts;
}
