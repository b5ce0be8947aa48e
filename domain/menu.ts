/** The menus of the shop: below its header, and the two of its footer. */
export const MENUS = ['header', 'browse', 'help'] as const;
export type MenuName = (typeof MENUS)[number];

/** The most entries of a menu, and the most characters of a label. */
export const MAX_MENU_ENTRIES = 12;
export const MAX_MENU_LABEL = 40;

/** Lists of the shop that a menu can lead to; each has a name of its own. */
export const MENU_LISTS = ['all', 'subjects', 'new', 'forthcoming', 'languages'] as const;
export type MenuList = (typeof MENU_LISTS)[number];

/** Where an entry leads. Only an address elsewhere has no name of its own. */
export type MenuTarget =
  | { kind: 'page'; slug: string }
  | { kind: 'list'; list: MenuList }
  | { kind: 'subject'; code: string }
  | { kind: 'series'; slug: string }
  | { kind: 'publisher'; name: string }
  | { kind: 'address'; url: string };

const page = (slug: string) => ({ target: { kind: 'page', slug } as const });
const list = (name: MenuList) => ({ target: { kind: 'list', list: name } as const });
const subject = (code: string) => ({ target: { kind: 'subject', code } as const });

/** The menus of a shop where nobody chose others. A page that is not published is left out. */
export const DEFAULT_MENUS = {
  header: [list('all'), ...['F', 'Y', 'D', 'N', 'Q', 'P'].map(subject)],
  browse: [list('subjects'), list('new'), list('forthcoming'), list('languages')],
  help: ['delivery', 'returns', 'contact', 'privacy', 'about', 'terms'].map(page),
} satisfies Record<MenuName, { target: MenuTarget }[]>;
