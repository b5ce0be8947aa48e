import { MessageSquarePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { neededPart } from '../frame/lazy-part.tsx';
import { useFormSearch, useIsAsking } from './use-form-search.ts';

const Dialog = neededPart('new-ticket', async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog);

/** The link and form that open a ticket; `?new=1` opens the form, from anywhere, about what the address says. */
export function NewTicket() {
  const t = useTranslations('customer.tickets');
  const isOpen = useIsAsking();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <>
      <Link className="button" to={useFormSearch()} replace onPointerEnter={Dialog.prepare} onFocus={Dialog.prepare}>
        <MessageSquarePlus aria-hidden="true" size={18} />
        {t('open')}
      </Link>
      <Suspense>{wasOpen && <Dialog />}</Suspense>
    </>
  );
}
