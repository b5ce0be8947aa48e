import type { Locale } from '#domain/locale.ts';
import type { AnswerOf } from './endpoint.ts';
import type { OrderWithTimeline } from './orders.ts';
import type { getCartDetail, Product, ProductFilter, ProductPage, ProductRow, SubjectTree } from './products.ts';

/** A row of covers on the home page; `title` is a message key of `shop.home.sections`. */
export type HomeSection = { title: HomeSectionName; path: string; rows: ProductRow[] };
export type HomeSectionName = 'sought' | 'classics' | 'children' | 'new' | 'malay' | 'languages';

/** What each page of the public shop shows, always as a guest sees it. */
export type ShopView =
  | { page: 'home'; sections: HomeSection[]; subjects: SubjectTree; titles: number }
  | { page: 'browse'; filter: ProductFilter; result: ProductPage; heading: BrowseHeading }
  | { page: 'book'; product: Product }
  | {
      page: 'cart';
      lines: { id: number; vid: number; qty: number }[];
      detail: AnswerOf<typeof getCartDetail>;
      zip: string;
    }
  /** `isComing`: the reader comes back from paying. `refusal`: why the payment page cannot be opened. */
  | { page: 'order'; order: OrderWithTimeline; isComing: boolean; refusal?: string }
  | { page: 'delivery' | 'returns' | 'contact' | 'privacy' }
  | { page: 'not_found' }
  | { page: 'failed'; requestId: string };

/** What a list of titles is a list of. */
export type BrowseHeading =
  | { kind: 'all' }
  | { kind: 'query'; text: string }
  | { kind: 'subject'; code: string }
  | { kind: 'author' | 'series'; name: string };

/** The names of built files, from the build's manifest. */
export type ShopAssets = { boot: string; main: string; css: string; fonts: string[] };

export type PageRequest = {
  view: ShopView;
  locale: Locale;
  /** The address without the language's prefix, with its normalised query. */
  path: string;
  /** The origin of canonical addresses. */
  publicUrl: string;
  shopName: string;
  assets: ShopAssets;
};

/** What the shop's built server entry exports: a whole HTML document for a view. */
export type RenderPage = (request: PageRequest) => string;
