import { line } from '#contract/schemas.ts';
import { importPortraits, portraitIssue, type PortraitIssue } from '../../server/catalogue/import-portraits.ts';
import { removePortrait, setPortrait } from '../../server/catalogue/portraits.ts';
import { InvalidPictureFolderError, readPictureFile, withPictureSources } from '../../server/covers/picture-sources.ts';
import { CommandError, optionValue, orNotFound, type Command, type CommandInput } from '../command.ts';
import { formatTable, withProgress } from '../output.ts';

const creditOption = { credit: { placeholder: 'TEXT', summary: 'Who took the picture; shown below it.' } };

export const importPortraitsCommand: Command = {
  name: 'import portraits',
  args: ['FOLDER|ZIP'],
  options: {
    ...creditOption,
    'dry-run': { summary: 'Check every file and list what would change, without changing anything.' },
  },
  summary:
    'Import pictures of authors from a folder or ZIP file whose files are named by them, such as jane-austen.jpg.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps }) => {
    const [path = ''] = input.args;
    const isDryRun = input.options['dry-run'] === true;
    const credit = readText(input, 'credit');
    const issues: PortraitIssue[] = [];
    const onIssue = (issue: PortraitIssue) => void issues.push(issue);
    const counts = await withPictureSources(path, (files) =>
      withProgress('Portraits', (onProgress) =>
        importPortraits(deps, files, { credit, isDryRun, onIssue, onProgress }),
      ),
    ).catch((error: unknown) => {
      throw error instanceof InvalidPictureFolderError ? new CommandError(error.message) : error;
    });
    const { added, changed, unchanged, rejected } = counts;
    const done = isDryRun ? 'Would be imported' : 'Imported';
    const sums = `${done}: portraits ${added + changed} (${added} added, ${changed} changed). Unchanged: ${unchanged}. Not taken: ${rejected}.`;
    return {
      text: [sums, ...(issues.length > 0 ? ['', formatTable(issues)] : [])].join('\n'),
      data: { path, dry_run: isDryRun, ...counts, issues },
      ...(added + changed + unchanged === 0 && { failure: `No portrait was taken of ${path}.` }),
    };
  },
};

export const portraitCommands: readonly Command[] = [
  {
    name: 'portrait set',
    args: ['AUTHOR', 'FILE'],
    options: {
      ...creditOption,
      alt: { placeholder: 'TEXT', summary: 'What it shows, for those who cannot see it; without it, whom.' },
    },
    summary: 'Set the picture of an author, named as in the address of their page (jane-austen).',
    isAudited: true,
    requires: 'shop',
    run: async (input, { deps }) => {
      const [author = '', path = ''] = input.args;
      const texts = { alt: readText(input, 'alt'), credit: readText(input, 'credit') };
      try {
        const outcome = await setPortrait(deps, author, { file: await readPictureFile(path), ...texts });
        const text = outcome === 'unchanged' ? `${author} has this picture already.` : `${author} has a new picture.`;
        return { text, data: { author, outcome } };
      } catch (error) {
        const reason = portraitIssue(error);
        throw reason === undefined ? error : new CommandError(`${author}, ${path}: ${reason}`);
      }
    },
  },
  {
    name: 'portrait remove',
    args: ['AUTHOR'],
    summary: 'Remove the picture of an author.',
    isAudited: true,
    requires: 'shop',
    run: async ({ args: [author = ''] }, { deps }) => {
      await orNotFound(`${author} has no picture.`, removePortrait(deps, author));
      return { text: `The picture of ${author} is removed.`, data: { author, removed: true } };
    },
  },
];

const text = line(200);

/** Throws {@link CommandError} unless it is a line of text within its limit. */
function readText(input: CommandInput, name: 'alt' | 'credit'): string | undefined {
  const given = optionValue(input, name);
  if (given === undefined) return undefined;
  const parsed = text.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new CommandError(`--${name} takes one line of 1 to 200 characters, without control characters.`);
}
