import { readFileSync } from 'node:fs';
import type { HomeBooks, HomeContent, HomeContentSection } from '#contract/home.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { findPublishedHome, publishHome } from '../../server/home/home-page.ts';
import { isShownOn, readHome, reviewHome } from '../../server/home/read-home.ts';
import type { Services } from '../../server/services.ts';
import { actorOption, CommandError, readActor, type Command, type CommandInput } from '../command.ts';
import { formatTable, formatTime, type TableRow } from '../output.ts';

const showHomeCommand: Command = {
  name: 'home show',
  summary: 'Show the sections of the home page with their days; --json prints the content for a file.',
  requires: 'shop',
  run: async (_input, { deps: { db } }) => {
    const published = await findPublishedHome(db);
    if (!published?.content)
      return { text: 'The home page is automatic: nobody has published one.', data: published?.content ?? null };
    const { version, actor, published_at: at, content } = published;
    const head = `Version ${version}, published by ${actor} on ${formatTime(at)}.`;
    return { text: `${head}\n\n${formatTable(content.sections.map(toTableRow))}`, data: content };
  },
};

const checkHomeCommand: Command = {
  name: 'home check',
  args: ['FILE'],
  summary: 'Check a file with content of the home page without publishing it.',
  requires: 'shop',
  run: async (input, shop) => {
    const { content, notes } = await readFile(input, shop);
    const text = [...notes, 'The content can be published.', '', formatTable(content.sections.map(toTableRow))];
    return { text: text.join('\n'), data: { notes, sections: content.sections.length } };
  },
};

const publishHomeCommand: Command = {
  name: 'home publish',
  args: ['FILE'],
  options: actorOption,
  summary: 'Publish a file as the home page; sections with a later first day wait for it.',
  isAudited: true,
  requires: 'shop',
  run: async (input, shop) => {
    const actor = readActor(input);
    const { content, notes } = await readFile(input, shop);
    const version = await publishHome(shop.deps.db, { content, actor });
    return { text: [...notes, `Published version ${version} of the home page.`].join('\n'), data: { version, notes } };
  },
};

const resetHomeCommand: Command = {
  name: 'home reset',
  options: actorOption,
  summary: 'Return to the automatic home page.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const version = await publishHome(db, { content: null, actor: readActor(input) });
    return { text: `The home page is automatic from version ${version} on.`, data: { version } };
  },
};

export const homeCommands: readonly Command[] = [
  showHomeCommand,
  checkHomeCommand,
  publishHomeCommand,
  resetHomeCommand,
];

/** The content of a file that may be published. Throws {@link CommandError} with all mistakes. */
async function readFile({ args: [file = ''] }: CommandInput, { deps: { db } }: Services) {
  const { content, mistakes } = readHome(readText(file));
  if (!content) throw new CommandError(`Nothing was published. ${mistakes.join(' ')}`);
  const review = await reviewHome(db, content, today());
  if (review.mistakes.length > 0) throw new CommandError(`Nothing was published. ${review.mistakes.join(' ')}`);
  return { content, notes: review.notes };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

function today(): string {
  return dayInMalaysia(new Date().toISOString());
}

function toTableRow(section: HomeContentSection, index: number): TableRow {
  const { form, from = '', to = '' } = section;
  const title = 'title' in section ? section.title.en : section.text.en;
  const state = isShownOn(section, today()) ? 'shown' : from > today() ? 'later' : 'over';
  return { section: index, form, title, books: describeBooks(section), from, to, state };
}

function describeBooks(section: HomeContent['sections'][number]): string {
  if (section.form === 'picks') return section.picks.map(({ book }) => book).join(', ');
  return 'book' in section ? section.book : nameOf(section.books);
}

function nameOf(books: HomeBooks): string {
  if (typeof books === 'string') return books;
  if (Array.isArray(books)) return `${books.length} titles`;
  return Object.entries(books)
    .map(([name, value]) => `${name} ${[value].flat().join(', ')}`)
    .join('; ');
}
