import { line } from '#contract/schemas.ts';
import { importPortraits, portraitIssue } from '../../server/catalogue/import-portraits.ts';
import { removePortrait, setPortrait } from '../../server/catalogue/portraits.ts';
import { readPictureFile } from '../../server/covers/picture-sources.ts';
import { CommandError, optionValue, orNotFound, type Command, type CommandInput } from '../command.ts';
import { importPicturesCommand } from '../import-pictures.ts';

const creditOption = { credit: { placeholder: 'TEXT', summary: 'Who took the picture; shown below it.' } };

export const importPortraitsCommand = importPicturesCommand({
  name: 'import portraits',
  options: creditOption,
  summary:
    'Import pictures of authors from a folder or ZIP file whose files are named by them, such as jane-austen.jpg.',
  noun: 'portraits',
  nothing: (path) => `No portrait was taken of ${path}.`,
  run: (deps, files, { input, ...options }) =>
    importPortraits(deps, files, { ...options, credit: readText(input, 'credit') }),
});

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
