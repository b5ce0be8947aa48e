import { createWriteStream } from 'node:fs';
import { exportOnix, type OnixExport } from '../../server/onix/export/export-onix.ts';
import { CommandError, readChoice, readTime, type Command, type CommandInput } from '../command.ts';
import { formatTime } from '../output.ts';
import { writeAtomically } from '../../server/write-atomically.ts';

const RELEASES = ['3.0', '3.1'] as const;

export const exportOnixCommand: Command = {
  name: 'export onix',
  args: ['[FILE]'],
  options: {
    since: {
      placeholder: 'TIME',
      summary: 'Only editions that changed since, and those that have left the shop, such as 2026-12-01T09:00+08:00.',
    },
    release: { placeholder: 'N', summary: '3.0 or 3.1. Default: 3.0.' },
    short: { summary: 'Write short tags.' },
  },
  summary: 'Write the catalogue as an ONIX message, to standard output without FILE.',
  requires: 'shop',
  run: async (input, { deps: { config }, connect }) => {
    const [file] = input.args;
    const options = { ...readOptions(input), shopName: config.shopName };
    if (file === undefined) {
      if (input.isJson) throw new CommandError('With --json, name the FILE that the message is written to.');
      await exportOnix(connect, process.stdout, { ...options, end: false });
      return {};
    }
    const { number, sentAt, records } = await writeAtomically(file, (part) =>
      exportOnix(connect, createWriteStream(part), { ...options, end: true }),
    );
    const sent_at = sentAt.toISOString();
    const text = `Message ${number} of ${records} records, as of ${formatTime(sent_at)}, is in ${file}.`;
    return { text, data: { file, number, sent_at, records } };
  },
};

function readOptions(input: CommandInput): Pick<OnixExport, 'since' | 'release' | 'tags'> {
  return {
    since: readTime(input, 'since'),
    release: readChoice(input, 'release', RELEASES) ?? '3.0',
    tags: input.options.short === true ? 'short' : 'reference',
  };
}
