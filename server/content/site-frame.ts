import type { Announcements, Menus } from '#contract/content.ts';
import type { HomeTexts } from '#contract/home.ts';
import { browsePath, pagePath, publisherPath, seriesPath, SHOP_PAGES, subjectPath } from '#contract/pages.ts';
import type { MenuLink, SiteFrame, SiteText } from '#contract/site-frame.ts';
import { isOnDay } from '#domain/announcement.ts';
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts';
import { DEFAULT_MENUS, MENUS, type MenuTarget } from '#domain/menu.ts';
import { linkKind } from '#domain/page-text.ts';
import { subjectName } from '#messages/subject-names.ts';
import type { Database } from '../db/connection.ts';
import { findAnnouncements } from './announcements.ts';
import { findMenus, findSeriesNames } from './menus.ts';
import { listPageTitles, type PageTitles } from './page-titles.ts';

type Loaded = { announcements: Announcements; menus: Menus; titles: PageTitles; series: Map<string, string> };
/** As loaded, with what was made of it for each language on the day that was asked for last. */
type Known = Loaded & { frames: Map<Locale, { day: string; frame: SiteFrame }> };

const NOTHING: Known = {
  announcements: { items: [] },
  menus: DEFAULT_MENUS,
  titles: new Map(),
  series: new Map(),
  frames: new Map(),
};

/** What stands around every page of the shop, as it was read last; dropped when somebody changes it. */
export class FrameCache {
  readonly #db: Database;
  #loading: Promise<Known> | undefined;
  #last: Known = NOTHING;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In a language on a day. */
  async get(locale: Locale, day: string): Promise<SiteFrame> {
    this.#loading ??= load(this.#db);
    const reading = this.#loading;
    try {
      this.#last = await reading;
      return knownFrame(this.#last, locale, day);
    } catch (error) {
      if (this.#loading === reading) this.#loading = undefined;
      throw error;
    }
  }

  /** As it was read last, for a page that must not query the database. */
  last(locale: Locale, day: string): SiteFrame {
    return knownFrame(this.#last, locale, day);
  }

  drop(): void {
    this.#loading = undefined;
  }
}

/** The same object for the same language and day. */
function knownFrame(known: Known, locale: Locale, day: string): SiteFrame {
  const last = known.frames.get(locale);
  if (last?.day === day) return last.frame;
  const frame = frameOf(known, locale, day);
  known.frames.set(locale, { day, frame });
  return frame;
}

async function load(db: Database): Promise<Known> {
  const [{ content: announcements }, { content }, titles] = await Promise.all([
    findAnnouncements(db),
    findMenus(db),
    listPageTitles(db),
  ]);
  const menus = content ?? DEFAULT_MENUS;
  return { announcements, menus, titles, series: await findSeriesNames(db, menus), frames: new Map() };
}

function frameOf(loaded: Loaded, locale: Locale, day: string): SiteFrame {
  const item = loaded.announcements.items.find((one) => isOnDay(one, day));
  const linksOf = (name: (typeof MENUS)[number]) =>
    loaded.menus[name].flatMap((entry) => linkOf(entry, loaded, locale) ?? []);
  return {
    ...(item && {
      announcement: { ...textIn(locale, item.text), ...(item.link !== undefined && { path: item.link }) },
    }),
    menus: { header: linksOf('header'), browse: linksOf('browse'), help: linksOf('help') },
  };
}

function textIn(locale: Locale, texts: HomeTexts): SiteText {
  const text = texts[locale];
  return text === undefined ? { text: texts.en, language: DEFAULT_LOCALE } : { text, language: locale };
}

const LIST_PATHS = {
  all: browsePath(''),
  subjects: SHOP_PAGES.subjects,
  new: SHOP_PAGES.new,
  forthcoming: SHOP_PAGES.forthcoming,
  languages: SHOP_PAGES.languages,
} as const;

type Entry = Menus[keyof Menus][number];

/** Nothing for a page that is not published and a series that is gone. */
function linkOf({ target, label }: Entry, loaded: Loaded, locale: Locale): MenuLink | undefined {
  const own = targetOf(target, loaded, locale);
  return own && { ...own, label: label ? textIn(locale, label) : own.label };
}

function targetOf(target: MenuTarget, { titles, series }: Loaded, locale: Locale): MenuLink | undefined {
  const named = (text: string) => ({ text, language: locale });
  switch (target.kind) {
    case 'page': {
      const title = titles.get(target.slug);
      return title && { path: pagePath(target.slug), label: textIn(locale, title) };
    }
    case 'list':
      return { path: LIST_PATHS[target.list], label: { list: target.list } };
    case 'subject':
      return { path: subjectPath(target.code), label: named(subjectName(target.code, locale)) };
    case 'series': {
      const name = series.get(target.slug);
      return name === undefined ? undefined : { path: seriesPath(target), label: named(name) };
    }
    case 'publisher':
      return { path: publisherPath(target.name), label: named(target.name) };
    case 'address':
      return linkKind(target.url) === 'outside'
        ? { path: target.url, isOutside: true, label: named(target.url) }
        : { path: target.url, label: named(target.url) };
  }
}
