import type { Locale } from '#domain/locale.ts';
import type { MenuList, MenuName } from '#domain/menu.ts';
import type { TextBlock } from '#domain/page-text.ts';

/** A text that staff wrote, in the language of the page or else in English. */
export type SiteText = { text: string; language: Locale };
/** A link of a menu; `list`: it has the name of that list of the shop. */
export type MenuLink = { path: string; isOutside?: true; label: SiteText | { list: MenuList } };
/** What stands around every page: what is announced today, and the menus of header and footer. */
export type SiteFrame = {
  announcement?: SiteText & { path?: string };
  menus: Record<MenuName, MenuLink[]>;
};

/** A page of text as it is read, in the language of the page or else in English. */
export type PageText = { title: string; language: Locale; blocks: TextBlock[] };
