import { useTranslations } from 'use-intl';
import { FormDialog } from '../form-dialog.tsx';
import { Loaded } from '../page-states.tsx';
import { NewTicketForm } from './new-ticket-form.tsx';
import { useNewTicket } from './use-new-ticket.ts';

/** The form that opens a ticket, about what the address says. */
export function NewTicketDialog() {
  const t = useTranslations('customer.tickets');
  const { isOpen, about, leaveOut, close } = useNewTicket();
  return (
    <FormDialog title={t('open')} isOpen={isOpen} onOpenChange={(open) => !open && close()}>
      <Loaded query={about}>{(known) => <NewTicketForm about={known} onLeaveOut={leaveOut} />}</Loaded>
    </FormDialog>
  );
}
