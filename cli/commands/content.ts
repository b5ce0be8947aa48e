import { readFileSync } from 'node:fs';
import type * as z from 'zod/mini';
import { announcements, menus, pageContent } from '#contract/content.ts';
import { DEFAULT_LOCALE } from '#domain/locale.ts';
import { DEFAULT_MENUS, MENUS } from '#domain/menu.ts';
import { isPageSlug } from '#domain/shop-page.ts';
import { ApiError } from '../../server/api-error.ts';
import { findAnnouncements, publishAnnouncements } from '../../server/content/announcements.ts';
import { findMenus, publishMenus } from '../../server/content/menus.ts';
import { findPageDraft, listPages } from '../../server/content/page-drafts.ts';
import { publishPage, unpublishPage } from '../../server/content/shop-pages.ts';
import { actorOption, CommandError, orNotFound, readActor, type Command } from '../command.ts';
import { formatTable, formatTime } from '../output.ts';

const listPagesCommand: Command = {
  name: 'page list',
  summary: 'List the pages of text with their addresses and what readers see of them.',
  requires: 'shop',
  run: async (_input, { deps: { db } }) => {
    const rows = await listPages(db);
    const table = rows.map(({ slug, path, title, state, actor, at }) => ({
      slug,
      path,
      title,
      state,
      actor: actor ?? '',
      changed: at ? formatTime(at.toISOString()) : '',
    }));
    return { text: formatTable(table), data: rows };
  },
};

const showPageCommand: Command = {
  name: 'page show',
  args: ['SLUG'],
  summary: 'Show the newest version of a page; --json prints the content for a file.',
  requires: 'shop',
  run: async ({ args: [slug = ''] }, { deps: { db } }) => {
    const page = await findPageDraft(db, slug);
    if (!page?.content) throw new CommandError(`Nobody has written the page "${slug}".`);
    const { title, body } = page.content.en;
    return { text: `${title} (${page.path}, ${page.state})\n\n${body}`, data: page.content };
  },
};

const publishPageCommand: Command = {
  name: 'page publish',
  args: ['SLUG', 'FILE'],
  options: actorOption,
  summary: 'Publish a page from a file: {"en": {"title": "…", "body": "Markdown"}, "de": …}.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const [slug = '', file = ''] = input.args;
    if (!isPageSlug(slug)) throw new CommandError(`"${slug}" is no name of a page: small letters, digits and hyphens.`);
    const content = readContent(file, pageContent);
    const edit = { slug, actor: readActor(input), locale: DEFAULT_LOCALE };
    const { after } = await withSentences(publishPage(db, content, edit));
    return { text: `Published version ${after.version} of ${slug}.`, data: { slug, version: after.version } };
  },
};

const unpublishPageCommand: Command = {
  name: 'page unpublish',
  args: ['SLUG'],
  options: actorOption,
  summary: 'Take a page from readers; delivery, returns, contact and privacy have the words of the shop again.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const [slug = ''] = input.args;
    const made = unpublishPage(db, { slug, actor: readActor(input) });
    const { after } = await orNotFound(`The page "${slug}" is not published.`, made);
    return { text: `${slug} is not published any more.`, data: { slug, version: after.version } };
  },
};

const showAnnouncementsCommand: Command = {
  name: 'announcements show',
  summary: 'Show the planned announcements; --json prints them for a file.',
  requires: 'shop',
  run: async (_input, { deps: { db } }) => {
    const { content } = await findAnnouncements(db);
    const rows = content.items.map(({ text, link = '', from = '', to = '' }) => ({ from, to, text: text.en, link }));
    return { text: rows.length > 0 ? formatTable(rows) : 'Nothing is announced.', data: content };
  },
};

const publishAnnouncementsCommand: Command = {
  name: 'announcements publish',
  args: ['FILE'],
  options: actorOption,
  summary:
    'Plan the announcements of a file: {"items": [{"text": {"en": "…"}, "link": "/new", "from": "2026-12-01"}]}.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const content = readContent(input.args[0] ?? '', announcements);
    const made = publishAnnouncements(db, content, { actor: readActor(input), locale: DEFAULT_LOCALE });
    const { version } = (await withSentences(made)).after;
    return { text: `Planned ${content.items.length} announcements.`, data: { version } };
  },
};

const showMenusCommand: Command = {
  name: 'menus show',
  summary: 'Show the menus of header and footer; --json prints them for a file.',
  requires: 'shop',
  run: async (_input, { deps: { db } }) => {
    const { content } = await findMenus(db);
    const shown = content ?? DEFAULT_MENUS;
    const rows = MENUS.flatMap((menu) =>
      shown[menu].map(({ target: { kind, ...target }, ...entry }) => ({
        menu,
        kind,
        target: Object.values(target).join(),
        label: 'label' in entry ? (entry.label?.en ?? '') : '',
      })),
    );
    const head = content ? '' : 'The menus are those of every shop.\n\n';
    return { text: head + formatTable(rows), data: shown };
  },
};

const publishMenusCommand: Command = {
  name: 'menus publish',
  args: ['FILE'],
  options: actorOption,
  summary: 'Publish the menus of a file, as `menus show --json` prints them.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const content = readContent(input.args[0] ?? '', menus);
    const { version } = (await publishMenus(db, content, { actor: readActor(input) })).after;
    return { text: `Published version ${version} of the menus.`, data: { version } };
  },
};

const resetMenusCommand: Command = {
  name: 'menus reset',
  options: actorOption,
  summary: 'Return to the menus of every shop.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const { version } = (await publishMenus(db, null, { actor: readActor(input) })).after;
    return { text: `The menus are those of every shop from version ${version} on.`, data: { version } };
  },
};

export const contentCommands: readonly Command[] = [
  listPagesCommand,
  showPageCommand,
  publishPageCommand,
  unpublishPageCommand,
  showAnnouncementsCommand,
  publishAnnouncementsCommand,
  showMenusCommand,
  publishMenusCommand,
  resetMenusCommand,
];

/** The content of a JSON file. Throws {@link CommandError} with the place of each mistake. */
function readContent<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}.`);
  throw new CommandError(`Nothing was published. ${mistakes.join(' ')}`);
}

async function withSentences<T>(made: Promise<T>): Promise<T> {
  return made.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error;
    const mistakes = (error.details.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    throw new CommandError(`Nothing was published. ${mistakes.join(' ')}`);
  });
}
