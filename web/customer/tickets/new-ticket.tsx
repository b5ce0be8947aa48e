import { MessageSquarePlus } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../form-dialog.tsx';
import { Loaded } from '../page-states.tsx';
import { NewTicketForm } from './new-ticket-form.tsx';
import { useFormSearch, useNewTicket } from './use-new-ticket.ts';

/** The link and form that open a ticket; `?new=1` opens the form, from anywhere, about what the address says. */
export function NewTicket() {
  const t = useTranslations('customer.tickets');
  const { isOpen, about, leaveOut, close } = useNewTicket();
  const trigger = (
    <Link className="button" to={useFormSearch()} replace>
      <MessageSquarePlus aria-hidden="true" size={18} />
      {t('open')}
    </Link>
  );
  return (
    <FormDialog trigger={trigger} title={t('open')} isOpen={isOpen} onOpenChange={(open) => !open && close()}>
      <Loaded query={about}>{(known) => <NewTicketForm about={known} onLeaveOut={leaveOut} />}</Loaded>
    </FormDialog>
  );
}
