import type * as z from 'zod/mini';

/** Why a field is refused: a message key below `common.fields`, with its values. */
export type FieldFault = { path: string; key: FieldMessageKey; values?: { limit?: number } };

const FIELD_MESSAGES = [
  'invalid',
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'email',
  'username',
  'username_taken',
  'password_short',
  'password_long',
  'password_common',
  'password_own',
  'password_wrong',
  'password_mismatch',
  'postal_code',
  'plain_text',
  'one_line',
  'two_decimals',
  'https',
] as const;
export type FieldMessageKey = (typeof FIELD_MESSAGES)[number];

type Issue = z.core.$ZodIssue;

/** Every mistake that a shape found, each with its path (`address.zip`); of a union's branches the last one's. */
export function faultsOf(issues: readonly Issue[], at: readonly PropertyKey[] = []): FieldFault[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const branch = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
    if (branch && branch.length > 0) return faultsOf(branch, path);
    return [{ path: path.map(String).join('.'), ...faultOf(issue) }];
  });
}

function faultOf(issue: Issue): Omit<FieldFault, 'path'> {
  const named = FIELD_MESSAGES.find((key) => key === issue.message);
  if (named) return { key: named };
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { limit: Number(issue.maximum) } };
    default:
      return { key: 'invalid' };
  }
}

const TOO_BIG: Record<string, FieldMessageKey> = { string: 'too_long', array: 'too_many' };

function tooSmall(origin: string, limit: number): Omit<FieldFault, 'path'> {
  if (origin === 'string') return limit <= 1 ? { key: 'required' } : { key: 'too_short', values: { limit } };
  return { key: origin === 'array' ? 'too_few' : 'too_small', values: { limit } };
}
