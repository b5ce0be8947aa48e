import { readFileSync } from 'node:fs';
import { validateXML, type XMLFileInfo } from 'xmllint-wasm';

/*
 * Schemas that feeds are validated by. That of sitemaps is sitemaps.org's own, from the package `sitemap`; it wants what other
 * namespaces put into it declared too. Formats that have a specification but no schema are written down here after it.
 */

const schema = (body: string, attributes = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" ${attributes}>${body}</xs:schema>`;

const inNamespace = (namespace: string) => `targetNamespace="${namespace}" xmlns="${namespace}"`;

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What Google documents of picture sitemaps, and XHTML's link as alternates use it. */
const IMAGE = schema(
  `<xs:element name="image"><xs:complexType><xs:sequence><xs:element name="loc" type="xs:anyURI"/></xs:sequence></xs:complexType></xs:element>`,
  inNamespace('http://www.google.com/schemas/sitemap-image/1.1'),
);
const LINK = schema(
  `<xs:element name="link"><xs:complexType>
    <xs:attribute name="rel" use="required" fixed="alternate"/>
    <xs:attribute name="hreflang" use="required"><xs:simpleType><xs:restriction base="xs:string">
      <xs:pattern value="[a-z]{2}|x-default"/></xs:restriction></xs:simpleType></xs:attribute>
    <xs:attribute name="href" type="xs:anyURI" use="required"/>
  </xs:complexType></xs:element>`,
  inNamespace('http://www.w3.org/1999/xhtml'),
);
const SITEMAP_FILES = schema(
  `<xs:import namespace="${SITEMAP}" schemaLocation="sitemap.xsd"/>
   <xs:import namespace="http://www.google.com/schemas/sitemap-image/1.1" schemaLocation="image.xsd"/>
   <xs:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="link.xsd"/>`,
);

/** The index of sitemaps.org's protocol. */
const SITEMAP_INDEX = schema(
  `<xs:element name="sitemapindex"><xs:complexType><xs:sequence>
    <xs:element name="sitemap" maxOccurs="50000"><xs:complexType><xs:sequence>
      <xs:element name="loc"><xs:simpleType><xs:restriction base="xs:anyURI"><xs:maxLength value="2048"/></xs:restriction></xs:simpleType></xs:element>
      <xs:element name="lastmod" type="xs:date" minOccurs="0"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>`,
  inNamespace(SITEMAP),
);

const text = (name: string, most: number) =>
  `<xs:element name="${name}"><xs:simpleType><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="${most}"/></xs:restriction></xs:simpleType></xs:element>`;
const matching = (name: string, pattern: string) =>
  `<xs:element name="${name}"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType></xs:element>`;

/** Of Google's product data specification what books need. */
const MERCHANT_ATTRIBUTES = schema(
  [
    text('id', 50),
    text('title', 150),
    text('description', 5000),
    matching('link', 'https?://.*'),
    matching('image_link', 'https?://.*\\.(png|jpg|webp)'),
    matching('price', '[0-9]+\\.[0-9]{2} MYR'),
    matching('condition', 'new|used|refurbished'),
    text('google_product_category', 750),
    matching('availability', 'in_stock|out_of_stock|preorder|backorder'),
    matching('availability_date', '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}[+\\-][0-9]{2}:?[0-9]{2}'),
    matching('gtin', '97[89][0-9]{10}'),
    text('item_group_id', 50),
  ].join(''),
  inNamespace('http://base.google.com/ns/1.0'),
);
const attribute = (name: string, least = 1) => `<xs:element ref="g:${name}" minOccurs="${least}"/>`;
const MERCHANT_FEED = schema(
  `<xs:import namespace="http://base.google.com/ns/1.0" schemaLocation="attributes.xsd"/>
   <xs:element name="rss"><xs:complexType><xs:sequence><xs:element name="channel"><xs:complexType><xs:sequence>
     <xs:element name="title" type="xs:string"/><xs:element name="link" type="xs:anyURI"/><xs:element name="description" type="xs:string"/>
     <xs:element name="item" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:all>${[
       ...['id', 'title', 'description', 'link', 'image_link', 'price', 'condition', 'availability'].map((name) =>
         attribute(name),
       ),
       ...['google_product_category', 'availability_date', 'gtin', 'item_group_id'].map((name) => attribute(name, 0)),
     ].join('')}</xs:all></xs:complexType></xs:element>
   </xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="version" use="required" fixed="2.0"/></xs:complexType></xs:element>`,
  'xmlns:g="http://base.google.com/ns/1.0"',
);

/** OpenSearch 1.1, draft 6: elements that a description must and may have, with their limits. */
const OPEN_SEARCH = schema(
  `<xs:element name="OpenSearchDescription"><xs:complexType><xs:sequence>
    ${text('ShortName', 16)}${text('Description', 1024)}
    <xs:element name="Url" maxOccurs="unbounded"><xs:complexType>
      <xs:attribute name="template" use="required" type="xs:string"/><xs:attribute name="type" use="required" type="xs:string"/>
      <xs:attribute name="rel" type="xs:string"/>
      <xs:attribute name="indexOffset" type="xs:integer"/><xs:attribute name="pageOffset" type="xs:integer"/>
    </xs:complexType></xs:element>
    <xs:element name="Image" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:simpleContent><xs:extension base="xs:anyURI">
      <xs:attribute name="height" type="xs:nonNegativeInteger"/><xs:attribute name="width" type="xs:nonNegativeInteger"/>
      <xs:attribute name="type" type="xs:string"/>
    </xs:extension></xs:simpleContent></xs:complexType></xs:element>
    <xs:element name="Language" type="xs:language" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="OutputEncoding" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="InputEncoding" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>`,
  inNamespace('http://a9.com/-/spec/opensearch/1.1/'),
);

const SCHEMAS = {
  sitemap: {
    schema: SITEMAP_FILES,
    imports: {
      'sitemap.xsd': readFileSync('node_modules/sitemap/schema/sitemap.xsd', 'utf8'),
      'image.xsd': IMAGE,
      'link.xsd': LINK,
    },
  },
  sitemapIndex: { schema: SITEMAP_INDEX, imports: {} },
  merchantFeed: { schema: MERCHANT_FEED, imports: { 'attributes.xsd': MERCHANT_ATTRIBUTES } },
  openSearch: { schema: OPEN_SEARCH, imports: {} },
};

/** What is wrong with a document by a schema; empty where nothing is. */
export async function xmlErrors(xml: string, name: keyof typeof SCHEMAS): Promise<string[]> {
  const { schema: contents, imports } = SCHEMAS[name];
  const preload = Object.entries(imports).map(([fileName, file]): XMLFileInfo => ({ fileName, contents: file }));
  const { errors } = await validateXML({
    xml: [{ fileName: 'feed.xml', contents: xml }],
    schema: [{ fileName: 'schema.xsd', contents }],
    preload,
  });
  return errors.map(({ message }) => message);
}
