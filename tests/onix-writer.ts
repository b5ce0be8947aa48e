import { shortTagOf, type TagName } from '../server/onix/tags.ts';

/** An element of a test's message: its name, its text or its children, and attributes. */
export type OnixNode = readonly [name: TagName, content: string | readonly OnixNode[], attributes?: string];

export type NewMessage = {
  tags?: 'reference' | 'short';
  release?: string;
  /** Without one there is none. */
  namespace?: string;
  sender?: string;
  sentAt?: string;
  /** More of the header. */
  header?: readonly OnixNode[];
  declaration?: string;
  doctype?: string;
  records: readonly (readonly OnixNode[] | string)[];
};

/** A message as a sender would write it. Texts are XML: what is escaped in them stays so. A record may be raw XML. */
export function onixMessage(told: NewMessage): string {
  const {
    tags = 'reference',
    release = '3.0',
    namespace,
    sender = 'Test Press',
    sentAt = '20261101',
    header = [],
  } = told;
  const { declaration = '<?xml version="1.0" encoding="UTF-8"?>', doctype = '', records } = told;
  const root = tags === 'short' ? 'ONIXmessage' : 'ONIXMessage';
  const attributes = ` release="${release}"${namespace === undefined ? '' : ` xmlns="${namespace}"`}`;
  const head: OnixNode = ['Header', [['Sender', [['SenderName', sender]]], ['SentDateTime', sentAt], ...header]];
  const body = records.map((one) => (typeof one === 'string' ? one : xmlOf(['Product', one], tags)));
  return `${declaration}\n${doctype}<${root}${attributes}>\n${[xmlOf(head, tags), ...body].join('\n')}\n</${root}>\n`;
}

export function xmlOf([name, content, attributes = '']: OnixNode, tags: 'reference' | 'short' = 'reference'): string {
  const tag = tags === 'short' ? shortTagOf(name) : name;
  const inner = typeof content === 'string' ? content : content.map((one) => xmlOf(one, tags)).join('');
  return `<${tag}${attributes && ` ${attributes}`}>${inner}</${tag}>`;
}

export type NewOnixRecord = {
  reference?: string;
  notification?: string;
  isbn?: string | null;
  form?: string;
  title?: string;
  author?: string | null;
  language?: string;
  /** In ringgit; none for a record without a price. */
  price?: string | null;
  description?: string;
  /** More elements of each block. */
  descriptive?: readonly OnixNode[];
  collateral?: readonly OnixNode[];
  publishing?: readonly OnixNode[];
  related?: readonly OnixNode[];
  supply?: readonly OnixNode[];
};

/** A record of a paperback of RM 39.90, available in Malaysia, unless told otherwise. */
export function onixRecord(told: NewOnixRecord = {}): OnixNode[] {
  const { reference = 'ref-1', notification = '03', isbn = '9780141439587' } = told;
  const { description = 'A novel.', price = '39.90' } = told;
  const publisher: OnixNode = [
    'Publisher',
    [
      ['PublishingRole', '01'],
      ['PublisherName', 'Test Press'],
    ],
  ];
  const supply: readonly OnixNode[] = [
    ['Supplier', [['SupplierName', 'Depot']]],
    ['ProductAvailability', '21'],
    ...(price === null ? [] : [priceOf(price)]),
    ...(told.supply ?? []),
  ];
  return [
    ['RecordReference', reference],
    ['NotificationType', notification],
    ...(isbn === null ? [] : [identifier('15', isbn)]),
    ['DescriptiveDetail', descriptiveDetail(told)],
    ['CollateralDetail', [textContent('03', description), ...(told.collateral ?? [])]],
    ['PublishingDetail', [publisher, ['PublishingStatus', '04'], ...(told.publishing ?? [])]],
    ...(told.related ? [['RelatedMaterial', told.related] satisfies OnixNode] : []),
    ['ProductSupply', [['SupplyDetail', supply]]],
  ];
}

function descriptiveDetail(told: NewOnixRecord): OnixNode[] {
  const { form = 'BC', title = 'Emma', author = 'Jane Austen', language = 'eng', descriptive = [] } = told;
  return [
    ['ProductComposition', '00'],
    ['ProductForm', form],
    titleDetail([
      ['TitleElementLevel', '01'],
      ['TitleText', title],
    ]),
    ...(author === null ? [] : [contributor('A01', author)]),
    [
      'Language',
      [
        ['LanguageRole', '01'],
        ['LanguageCode', language],
      ],
    ],
    ...descriptive,
  ];
}

export function titleDetail(element: readonly OnixNode[]): OnixNode {
  return [
    'TitleDetail',
    [
      ['TitleType', '01'],
      ['TitleElement', element],
    ],
  ];
}

export function identifier(type: string, value: string): OnixNode {
  return [
    'ProductIdentifier',
    [
      ['ProductIDType', type],
      ['IDValue', value],
    ],
  ];
}

export function contributor(role: string, name: string, more: readonly OnixNode[] = []): OnixNode {
  return ['Contributor', [['ContributorRole', role], ['PersonName', name], ...more]];
}

export function textContent(type: string, text: string, { audience = '00', attributes = '' } = {}): OnixNode {
  return [
    'TextContent',
    [
      ['TextType', type],
      ['ContentAudience', audience],
      ['Text', text, attributes],
    ],
  ];
}

export function priceOf(
  amount: string,
  more: readonly OnixNode[] = [
    ['PriceType', '02'],
    ['CurrencyCode', 'MYR'],
  ],
): OnixNode {
  return ['Price', [...more, ['PriceAmount', amount]]];
}
