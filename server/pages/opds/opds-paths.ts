import { OPDS_PATH } from '#contract/pages.ts';

/** The media types of OPDS 2.0. */
export const FEED = 'application/opds+json';
export const PUBLICATION = 'application/opds-publication+json';
export const HTML = 'text/html';

/** The feeds, as Fastify patterns; each also exists below `/de`, `/fa`, `/fr`, `/pt`. */
export const OPDS_FEEDS = {
  root: OPDS_PATH,
  new: '/opds/new',
  forthcoming: '/opds/forthcoming',
  bestselling: '/opds/bestselling',
  subjects: '/opds/subjects',
  subject: '/opds/subjects/:code',
  series: '/opds/series',
  seriesOf: '/opds/series/:slug',
  author: '/opds/authors/:slug',
  search: '/opds/search',
  publication: '/opds/publications/:id',
} as const;
export type OpdsFeed = keyof typeof OPDS_FEEDS;

export const opdsPaths = {
  subject: (code: string) => `/opds/subjects/${code}`,
  seriesOf: (slug: string) => `/opds/series/${slug}`,
  author: (slug: string) => `/opds/authors/${slug}`,
  publication: (id: number) => `/opds/publications/${id}`,
  search: `${OPDS_FEEDS.search}{?query}`,
};
