import type pg from 'pg';
import type { Config } from '../server/config.ts';
import type { OpenShop } from '../server/shop.ts';

/** An option of a verb; one without a `hint` of its value is a switch. */
export type VerbOption = { hint?: string; summary: string; isRequired?: true };

type Facts = {
  /** The words that call it: `order ship`. */
  name: string;
  /** Its arguments as help shows them; one in brackets may be left out. */
  takes?: readonly string[];
  options?: Readonly<Record<string, VerbOption>>;
  summary: string;
  /** It changes the shop, and leaves its name in the audit trail; those that open the database see to that themselves. */
  changes?: true;
};

/** What an operator may call. `opens` says what must be open for it: nothing, the database as it is, or the shop. */
export type Verb = Facts &
  (
    | { opens: 'nothing'; run: (call: Call, config: Config) => Promise<Answer> }
    | { opens: 'database'; run: (call: Call, connect: pg.PoolConfig) => Promise<Answer> }
    | { opens: 'shop'; run: (call: Call, shop: OpenShop) => Promise<Answer> }
  );

/** A verb as it was called: its arguments, and its options by name. */
export type Call = {
  words: readonly string[];
  options: Readonly<Record<string, string | true>>;
  isJson: boolean;
};

/**
 * What a verb answers: `text` for people, `data` for `--json`; neither where it wrote to standard output itself. With
 * a `failure` both are shown and the command fails with that sentence.
 */
export type Answer = { text?: string; data?: unknown; failure?: string };

/** The end of a verb, in one sentence for the operator. */
export class Failure extends Error {}

/** The value of an option, or nothing where it was not given. */
export function option(call: Call, name: string): string | undefined {
  const value = call.options[name];
  return value === true ? undefined : value;
}
