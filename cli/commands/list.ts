import { hiddenReason } from '#contract/review-forms.ts';
import type { Services } from '../../server/services.ts';
import { hideList, requireListSummary, restoreList, type ListSummary } from '../../server/wish-lists/hide-list.ts';
import { CommandError, orNotFound, type Command, type CommandInput } from '../command.ts';
import { formatFields, stripControls } from '../output.ts';
import { showCommand, transitionCommand } from '../resource-commands.ts';

const hideCommand: Command = {
  name: 'list hide',
  args: ['LIST', 'REASON'],
  summary: 'Make a shared list private, such as after a complaint. Its owner cannot share it until it is restored.',
  isAudited: true,
  requires: 'shop',
  run: async (input, shop) => {
    const reason = readReason(input);
    const { id, hidden_reason: hidden } = await findList(shop, input.args[0]!);
    if (hidden !== null) throw new CommandError('The list is hidden already.');
    await hideList(shop.deps.db, { id, reason });
    // A secret link has ended with it: the list is known by its id alone.
    return { text: `The list ${id} is now hidden.`, data: await findList(shop, id) };
  },
};

export const listCommands: readonly Command[] = [
  showCommand({
    name: 'list show',
    summary: "Show whose a reader's list is, by its address or id.",
    arg: 'LIST',
    find: findList,
    format: formatList,
  }),
  hideCommand,
  transitionCommand({
    name: 'list restore',
    summary: 'Let the owner of a hidden list share it again. It stays private until then.',
    arg: 'LIST',
    find: findList,
    run: ({ deps: { db } }, { id }) => restoreList(db, id),
    tooLate: () => 'The list is not hidden.',
    done: ({ id }) => `The owner of the list ${id} can share it again.`,
  }),
];

function findList({ deps: { db } }: Services, address: string): Promise<ListSummary> {
  return orNotFound(`There is no list ${address}.`, requireListSummary(db, address));
}

/** Throws {@link CommandError} unless it is some text within its limit. */
function readReason({ args: [, text] }: CommandInput): string {
  const parsed = hiddenReason.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new CommandError('REASON takes 1 to 500 characters, without control characters.');
}

function formatList({ id, name, owner, visibility, titles, hidden_reason }: ListSummary): string {
  return formatFields({
    List: id,
    Name: stripControls(name),
    Owner: owner,
    'Visible to': visibility,
    Titles: titles,
    Hidden: hidden_reason,
  });
}
