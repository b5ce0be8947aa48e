import type { Deps } from '../server/context.ts';
import { InvalidPictureFolderError, withPictureSources, type PictureSource } from '../server/covers/picture-sources.ts';
import { CommandError, type Command, type CommandInput, type CommandOption } from './command.ts';
import { formatTable, withProgress } from './output.ts';

type Issue = { file: string; reason: string };
/** `kept` are pictures that an import leaves as they are. */
type Counts = { added: number; changed: number; unchanged: number; rejected: number; kept?: number };
type Import = {
  input: CommandInput;
  isDryRun: boolean;
  onIssue: (issue: Issue) => void;
  onProgress: (done: number, all: number) => void;
};

type PictureImport = {
  /** Of the command: `import covers`. */
  name: string;
  summary: string;
  options?: Readonly<Record<string, CommandOption>>;
  /** What is counted: `covers`. */
  noun: string;
  /** Says that nothing was taken of a folder or file. */
  nothing: (path: string) => string;
  run: (deps: Deps, files: readonly PictureSource[], options: Import) => Promise<Counts>;
};

/** A command that imports pictures of a folder or ZIP file, and lists those that it does not take, each with why. */
export function importPicturesCommand({ name, summary, options = {}, noun, nothing, run }: PictureImport): Command {
  return {
    name,
    args: ['FOLDER|ZIP'],
    options: {
      ...options,
      'dry-run': { summary: 'Check every file and list what would change, without changing anything.' },
    },
    summary,
    isAudited: true,
    requires: 'shop',
    run: async (input, { deps }) => {
      const [path = ''] = input.args;
      const isDryRun = input.options['dry-run'] === true;
      const issues: Issue[] = [];
      const onIssue = (issue: Issue) => void issues.push(issue);
      const counts = await withPictureSources(path, (files) =>
        withProgress(
          noun.replace(/^./, (letter) => letter.toUpperCase()),
          (onProgress) => run(deps, files, { input, isDryRun, onIssue, onProgress }),
        ),
      ).catch((error: unknown) => {
        throw error instanceof InvalidPictureFolderError ? new CommandError(error.message) : error;
      });
      const { added, changed, unchanged, rejected, kept = 0 } = counts;
      const listed = issues.toSorted((one, other) => (one.file < other.file ? -1 : 1));
      const done = isDryRun ? 'Would be imported' : 'Imported';
      const sums = `${done}: ${noun} ${added + changed} (${added} added, ${changed} changed). Unchanged: ${unchanged}. Not taken: ${kept + rejected}.`;
      return {
        text: [sums, ...(listed.length > 0 ? ['', formatTable(listed)] : [])].join('\n'),
        data: { path, dry_run: isDryRun, ...counts, issues: listed },
        ...(added + changed + unchanged + kept === 0 && { failure: nothing(path) }),
      };
    },
  };
}
