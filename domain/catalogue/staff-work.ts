/** How the list of all titles in the back office is filtered. */
export const TITLE_FILTERS = ['on_sale', 'withdrawn', 'without_cover', 'out_of_stock', 'forthcoming'] as const;
export type TitleFilter = (typeof TITLE_FILTERS)[number];

export const TITLE_SEARCH_LENGTH = 200;
