/**
 * An import of a catalogue file: its file is sent (`uploading`), compared with the shop (`comparing`, `compared`) and applied
 * (`applying`, `applied`). `unconfirmed` waits for a person to say that so many titles may leave the shop. What was `stopped` or
 * has `failed` left whole titles only, and can go on.
 */
export const IMPORT_STATES = [
  'uploading',
  'comparing',
  'compared',
  'unconfirmed',
  'applying',
  'applied',
  'stopped',
  'failed',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** What happens to an import. `compare`, `apply` and `stop` are for staff, `upload` when the same file is sent again. */
export const IMPORT_ACTIONS = [
  'upload',
  'compare',
  'finish_comparing',
  'apply',
  'ask',
  'finish',
  'stop',
  'fail',
] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];

/** The state after an action, by the state before. A state that is missing here is not changed. */
const TRANSITIONS: Record<ImportAction, Partial<Record<ImportState, ImportState>>> = {
  upload: { stopped: 'uploading', failed: 'uploading' },
  compare: {
    uploading: 'comparing',
    compared: 'comparing',
    unconfirmed: 'comparing',
    applied: 'comparing',
    stopped: 'comparing',
    failed: 'comparing',
  },
  finish_comparing: { comparing: 'compared' },
  apply: { compared: 'applying', unconfirmed: 'applying', stopped: 'applying', failed: 'applying' },
  ask: { compared: 'unconfirmed', applying: 'unconfirmed', stopped: 'unconfirmed', failed: 'unconfirmed' },
  finish: { applying: 'applied' },
  stop: {
    uploading: 'stopped',
    comparing: 'stopped',
    compared: 'stopped',
    unconfirmed: 'stopped',
    applying: 'stopped',
  },
  fail: { comparing: 'failed', applying: 'failed' },
};

/** The state of an import after an action, or undefined if that is not possible then. */
export function nextImportState(action: ImportAction, from: ImportState): ImportState | undefined {
  return TRANSITIONS[action][from];
}

/** Whether a server has something to do for an import in this state. */
export function isWorking(state: ImportState): boolean {
  return state === 'comparing' || state === 'applying';
}

/** A file comes by the page, from the folder that is watched, or it is rows that correct another import. */
export const IMPORT_SOURCES = ['upload', 'folder', 'correction'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

export const IMPORT_KINDS = ['onix', 'csv'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** A file is sent in pieces of so many bytes; the last one is what is left. */
export const PIECE_BYTES = 2 * 1024 * 1024;
/** The largest file that is taken, and the most bytes that it may expand to. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;
export const MAX_EXPANDED_BYTES = 8 * 1024 ** 3;
/** The most characters of rows or records that correct others. */
export const MAX_CORRECTION = 500_000;
/** After so many starts that ended with their server an import has failed. */
export const MAX_IMPORT_ATTEMPTS = 5;
/** How long a file is kept after the last change of its import, and what came of it, in days. */
export const IMPORT_FILE_DAYS = 7;
export const IMPORT_REPORT_DAYS = 90;

/** What a comparison lists: rows of `prices` are among `changed`, too. */
export const IMPORT_LISTS = ['added', 'changed', 'prices', 'delisted', 'set_aside', 'notes'] as const;
export type ImportList = (typeof IMPORT_LISTS)[number];
/** How many rows of each the page lists; files have all of them. */
export const MAX_LISTED_ROWS = 100;

/** Was not taken; is stored and not sold; is for a person to look at; was taken with a change. */
export const IMPORT_ISSUE_KINDS = ['set_aside', 'held_back', 'review', 'note'] as const;
export type ImportIssueKind = (typeof IMPORT_ISSUE_KINDS)[number];

/** Why, where words do not depend on the row; the sentence beside `invalid` and the like says more. */
export const IMPORT_REASONS = [
  'invalid',
  'refused',
  'duplicate',
  'nothing_to_update',
  'no_format',
  'no_price',
  'no_rights',
  'withdrawn',
  'not_sold',
  'missing_messages',
  'review',
  'repeated',
  'capped',
  'corrected',
  'cover',
] as const;
export type ImportReason = (typeof IMPORT_REASONS)[number];

/** Why an import failed: the sentence beside it says more. */
export const IMPORT_FAILURES = [
  'file',
  'own_export',
  'expands',
  'disk_full',
  'file_gone',
  'attempts',
  'internal',
] as const;
export type ImportFailure = (typeof IMPORT_FAILURES)[number];

/** How many of a sender's titles an import takes out of the shop, of how many. */
export type Delisting = { sender: string; delisted: number; listed: number };

/** Percent of a sender's listed titles that leave the shop unasked. */
export const MAX_DELISTED_PERCENT = 5;

/** Those that a person has to confirm: beyond the limit, and more than was confirmed already. */
export function delistingsToConfirm(
  delistings: readonly Delisting[],
  confirmed: readonly Delisting[],
): readonly Delisting[] {
  return delistings.filter(
    ({ sender, delisted, listed }) =>
      delisted * 100 > listed * MAX_DELISTED_PERCENT &&
      !confirmed.some((one) => one.sender === sender && one.delisted >= delisted),
  );
}

/** How many records or titles came to what. */
export type ImportCounts = {
  records: number;
  added: number;
  changed: number;
  prices: number;
  delisted: number;
  unchanged: number;
  set_aside: number;
  notes: number;
};

export const NO_COUNTS: ImportCounts = {
  records: 0,
  added: 0,
  changed: 0,
  prices: 0,
  delisted: 0,
  unchanged: 0,
  set_aside: 0,
  notes: 0,
};
