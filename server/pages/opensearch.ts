import type { FastifyReply, FastifyRequest } from 'fastify';
import { localizedPath, OPEN_SEARCH_PATH } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { xmlElement, xmlText, XML_DECLARATION } from '../xml.ts';
import { getTranslator } from '../translations.ts';
import { FEED, OPDS_FEEDS } from './opds/opds-paths.ts';
import type { LocalizedContext } from './storefront.ts';

/** The limit of the specification (OpenSearch 1.1, draft 6), in characters. */
const MAX_SHORT_NAME = 16;

/** What browsers need to search the shop from their address bar, in a language. */
export function openSearchDescription({ publicUrl, shopName, locale }: OpenSearchShop): string {
  const url = (path: string) => publicUrl + localizedPath(locale, path);
  const template = (type: string, href: string) =>
    `<Url type="${type}" template="${xmlText(href)}" indexOffset="1" pageOffset="1"/>`;
  const parts = [
    xmlElement('ShortName', [...shopName].slice(0, MAX_SHORT_NAME).join('')),
    xmlElement('Description', getTranslator(locale)('server.openSearch', { shop: shopName })),
    template('text/html', `${url('/browse')}?q={searchTerms}&page={startPage?}`),
    template(FEED, `${url(OPDS_FEEDS.search)}?query={searchTerms}&page={startPage?}`),
    `<Url type="application/opensearchdescription+xml" rel="self" template="${xmlText(url(OPEN_SEARCH_PATH))}"/>`,
    `<Image height="32" width="32" type="image/svg+xml">${xmlText(publicUrl)}/favicon.svg</Image>`,
    xmlElement('Language', locale),
    xmlElement('OutputEncoding', 'UTF-8'),
    xmlElement('InputEncoding', 'UTF-8'),
  ];
  return `${XML_DECLARATION}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">${parts.join('')}</OpenSearchDescription>\n`;
}

type OpenSearchShop = { publicUrl: string; shopName: string; locale: Locale };

export async function sendOpenSearch(
  { deps, locale }: LocalizedContext,
  _request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return reply
    .type('application/opensearchdescription+xml; charset=utf-8')
    .header('Cache-Control', 'public, max-age=86400')
    .send(openSearchDescription({ publicUrl: deps.publicUrl, shopName: deps.config.shopName, locale }));
}
