import type { Deps } from '../deps.ts';
import { Refusal } from '../refuse.ts';
import { digestOf } from '../secrets.ts';
import { normalEmail } from './customers.ts';

/**
 * Whether a mailbox may be sent one more mail that anybody can ask for, three an hour; counted alike for an address
 * with and without an account. Asked before a transaction, never inside.
 */
export async function mayMail({ takeCredit }: Pick<Deps, 'takeCredit'>, email: string): Promise<boolean> {
  try {
    await takeCredit('mailbox', digestOf(normalEmail(email)));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
