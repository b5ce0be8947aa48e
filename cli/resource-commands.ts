import type { Services } from '../server/services.ts';
import { ApiError } from '../server/api-error.ts';
import {
  CommandError,
  limitOption,
  readChoice,
  readLimit,
  type Command,
  type CommandDefinition,
  type CommandInput,
} from './command.ts';
import { formatTable, type TableRow } from './output.ts';

type List<T, State extends string> = {
  /** Such as `order list`. */
  name: string;
  summary: string;
  /** Adds `--limit`. */
  isLimited?: true;
  /** Adds `--state` with these values. */
  states?: readonly State[];
  list: (db: Services['deps']['db'], page: { limit: number; state: State | undefined }) => Promise<readonly T[]>;
  row: (item: T) => TableRow;
  /** The sentence for an empty list. */
  empty: string;
};

/** A command that prints a table; `--json` prints the items themselves. */
export function listCommand<T, State extends string = never>(definition: List<T, State>): Command {
  const { name, summary, isLimited, states = [], list, row, empty } = definition;
  const stateOption = { state: { placeholder: 'STATE', summary: `Only those that are ${states.join(', ')}.` } };
  return {
    name,
    summary,
    options: { ...(states.length > 0 && stateOption), ...(isLimited && limitOption) },
    requires: 'shop',
    run: async (input, { deps: { db } }) => {
      const items = await list(db, { limit: readLimit(input), state: readChoice(input, 'state', states) });
      return { text: formatTable(items.map(row)) || empty, data: items };
    },
  };
}

type Lookup<T> = {
  /** The one argument, such as `NUMBER`. */
  arg: string;
  /** Throws {@link CommandError} where there is no such thing. */
  find: (shop: Services, arg: string) => Promise<T>;
};

type Show<T> = Lookup<T> & { name: string; summary: string; format: (item: T) => string };

/** A command that prints one thing; `--json` prints the thing itself. */
export function showCommand<T>({ name, summary, arg, find, format }: Show<T>): Command {
  return {
    name,
    args: [arg],
    summary,
    requires: 'shop',
    run: async ({ args: [key = ''] }, shop) => {
      const item = await find(shop, key);
      return { text: format(item), data: item };
    },
  };
}

type Transition<T, Input, Outcome> = Lookup<T> &
  Pick<CommandDefinition, 'name' | 'summary' | 'options'> & {
    /** Arguments behind the first. */
    moreArgs?: readonly string[];
    /** Throws {@link CommandError} for the first mistake in options and arguments. */
    readInput?: (input: CommandInput) => Input;
    run: (shop: Services, item: T, input: Input) => Promise<Outcome>;
    /** The sentence where `run` throws `too_late`, for the thing as it is then. */
    tooLate?: (item: T) => string;
    done: (item: T, outcome: Outcome) => string;
  };

/** A command that changes the state of one thing, is audited, and prints what it did; `--json` prints it as it is now. */
export function transitionCommand<T, Input = void, Outcome = void>(definition: Transition<T, Input, Outcome>): Command {
  const { name, summary, options = {}, arg, moreArgs = [], find, readInput, run, tooLate, done } = definition;
  return {
    name,
    args: [arg, ...moreArgs],
    options,
    summary,
    isAudited: true,
    requires: 'shop',
    run: async (input, shop) => {
      const [key = ''] = input.args;
      const values = readInput?.(input) as Input;
      const item = await find(shop, key);
      const outcome = await run(shop, item, values).catch(async (error: unknown) => {
        const isTooLate = error instanceof ApiError && error.code === 'too_late';
        throw isTooLate && tooLate ? new CommandError(tooLate(await find(shop, key))) : error;
      });
      return { text: done(item, outcome), data: await find(shop, key) };
    },
  };
}
