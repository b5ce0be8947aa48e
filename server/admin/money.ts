import { Readable } from 'node:stream';
import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { requireFound } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { MONEY_CHECKS, runIntegrityCheck } from '../maintenance/integrity-checks.ts';
import { writeLedger } from '../payments/export-ledger.ts';
import { findMoney, listReceivables, requireOrderStatement, thisMonth } from '../payments/money-report.ts';
import { staffEntry } from './staff-action.ts';

type Names = Extract<
  keyof typeof ADMIN_ROUTES,
  'getMoney' | 'listReceivables' | 'getOrderStatement' | 'exportLedger' | 'listMoneyChecks' | 'runMoneyCheck'
>;

/** Takings, what is open, the ledger for the accountant, and whether it all agrees. */
export function moneyHandlers({ db, recentReads }: Deps): Pick<Handlers, Names> {
  return {
    getMoney: ({ query }) => recentReads.readCurrent((at) => findMoney(at.db, query.month ?? thisMonth())),
    listReceivables: () => recentReads.readCurrent((at) => listReceivables(at.preparedDb)),
    getOrderStatement: ({ params }) => requireOrderStatement(db, params.number),
    exportLedger: async ({ query: { month = thisMonth() }, locale, principal, client }) => {
      await writeAudit(db, staffEntry({ principal, client }, { verb: 'ledger export', about: month }));
      const headers = {
        'Content-Disposition': `attachment; filename="ledger-${month}.csv"`,
        'Content-Language': locale,
      };
      const from = await recentReads.currentDatabase();
      return new ResponseWith(Readable.from(writeLedger(from, { month, locale })), { headers });
    },
    listMoneyChecks: async () => ({ checks: MONEY_CHECKS }),
    runMoneyCheck: async ({ body }) => {
      const check = requireFound(MONEY_CHECKS.find((name) => name === body.check));
      const rows = await runIntegrityCheck(db.$client, check);
      return { check, failures: rows.map((row) => JSON.stringify(row)) };
    },
  };
}
