import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { AnyTicket } from '#contract/admin-tickets.ts';
import { fillPlaceholders } from '#domain/saved-reply.ts';
import { sendRequest } from '../browser/api-client.ts';

/** All saved replies, wherever they are needed. */
export function useSavedReplies() {
  return useQuery({
    queryKey: ['saved-replies'],
    queryFn: ({ signal }) => sendRequest('listSavedReplies', { signal }),
  });
}

type SavedReplyChoiceProps = { ticket: AnyTicket; onChoose: (text: string) => void };

/** Offers the saved replies, filled in for a ticket; nothing while there are none. */
export function SavedReplyChoice({ ticket, onChoose }: SavedReplyChoiceProps) {
  const t = useTranslations('adminTickets.saved');
  const { data } = useSavedReplies();
  if (!data || data.rows.length === 0) return null;
  const name = ticket.messages.find(({ author }) => author === 'customer')?.name ?? '';
  const choose = (id: string) => {
    const reply = data.rows.find((row) => row.id === id);
    if (reply) onChoose(fillPlaceholders(reply.text, { name, order: ticket.order_number ?? '' }));
  };
  return (
    <label className="field">
      <span>{t('choose')}</span>
      <select value="" onChange={({ target }) => choose(target.value)}>
        <option value="">{t('none')}</option>
        {data.rows.map((reply) => (
          <option key={reply.id} value={reply.id}>
            {reply.name}
          </option>
        ))}
      </select>
    </label>
  );
}
