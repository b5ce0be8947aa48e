import { useTranslations } from 'use-intl';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle } from '../customer/page/page-states.tsx';
import { BookButtons, useBooking } from './book-scans.tsx';
import { useScanList } from './scan-list.ts';
import { Scanner } from './scanner.tsx';

/** A delivery: its books are scanned, and booked together under the number of the delivery note. */
export function ReceivePage() {
  const t = useTranslations('adminInventory.receive');
  const list = useScanList('receive');
  const { id, lines, words: reference } = list;
  const booking = useBooking(list, {
    send: () =>
      sendRequest('bookStock', {
        body: {
          kind: 'received',
          id,
          ...(reference.trim() !== '' && { reference }),
          lines: lines.map((line) => ({ id: line.id, qty: line.qty })),
        },
      }),
    done: (counts) => t('done', counts),
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <label className="field scan-words">
        <span>{t('reference')}</span>
        <input
          type="text"
          value={reference}
          maxLength={100}
          autoComplete="off"
          disabled={list.isSent}
          onChange={({ target }) => list.setWords(target.value)}
        />
      </label>
      <Scanner
        list={list}
        least={1}
        hint={({ awaited }) => awaited > 0 && <small>{t('awaited', { count: awaited })}</small>}
      />
      {lines.length === 0 ? (
        <EmptyState title={t('start')} text={t('startText')} />
      ) : (
        <BookButtons list={list} booking={booking} label={t('book')} />
      )}
    </div>
  );
}
