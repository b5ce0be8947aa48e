import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { dashboardOf } from './queries.ts';

export function dashboardHandlers({ db }: Deps): Pick<Handlers, 'getDashboard'> {
  return { getDashboard: ({ caller }) => dashboardOf(db, caller.customerId) };
}
