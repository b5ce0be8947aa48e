import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Transfer } from '#contract/admin-transfers.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { useMoney } from '../ui/text.tsx';
import { useActorName } from './actor-name.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { TRANSFER_QUERIES, TransferCells } from './transfer-match.tsx';

/** What became of transfers, newest first: booked, to be sent back, or put aside. */
export function DecidedTransfers({ rows, next }: { rows: readonly Transfer[]; next: string | null }) {
  return (
    <>
      <div className="admin-table">
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <TransferCells row={row} />
                <td className="is-detail">
                  <Decision row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pages next={next} />
    </>
  );
}

function Decision({
  row: { id, status, surplus, returned_at: returnedAt, note, actor, decided_at: at },
}: {
  row: Transfer;
}) {
  const t = useTranslations('adminTransfers');
  const moment = useDateTimeFormat();
  const money = useMoney();
  const nameOf = useActorName();
  const amount = money(senFromRinggit(surplus));
  return (
    <>
      {note !== null && <span dir="auto">{note}</span>}
      {surplus > 0 && <span className="order-state">{t(returnedAt === null ? 'owed' : 'returned', { amount })}</span>}
      {actor !== null && at !== null && <small>{t('decided', { actor: nameOf(actor), moment: moment(at) })}</small>}
      {status === 'dismissed' && <Reopen id={id} />}
      {surplus > 0 && returnedAt === null && <Return id={id} />}
    </>
  );
}

function useAfterwards() {
  const t = useTranslations('adminTransfers.errors');
  const queries = useQueryClient();
  return {
    onError: useStaffErrorToast({ too_late: t('too_late') }),
    onSettled: () => Promise.all(TRANSFER_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
}

function Reopen({ id }: { id: string }) {
  const t = useTranslations('adminTransfers');
  const reopen = useMutation({ mutationFn: () => sendRequest('reopenTransfer', { body: { id } }), ...useAfterwards() });
  return (
    <button type="button" className="button-plain" disabled={reopen.isPending} onClick={() => reopen.mutate()}>
      {t('reopen')}
    </button>
  );
}

function Return({ id }: { id: string }) {
  const t = useTranslations('adminTransfers');
  const { withProof, proofDialog } = useProof();
  const sent = useMutation({
    mutationFn: () => withProof(() => sendRequest('returnSurplus', { body: { id } })),
    ...useAfterwards(),
  });
  return (
    <>
      <button type="button" className="button button-quiet" disabled={sent.isPending} onClick={() => sent.mutate()}>
        {t('returnDone')}
      </button>
      {proofDialog}
    </>
  );
}

function Pages({ next }: { next: string | null }) {
  const t = useTranslations('adminTransfers');
  const [search] = useSearchParams();
  const pageFrom = (before: string | undefined) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before !== undefined) query.set('before', before);
    return `?${query}`;
  };
  return (
    <nav className="admin-pages" aria-label={t('title')}>
      {search.has('before') && <Link to={pageFrom(undefined)}>{t('newest')}</Link>}
      {next !== null && <Link to={pageFrom(next)}>{t('older')}</Link>}
    </nav>
  );
}
