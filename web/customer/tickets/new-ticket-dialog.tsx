import type { RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { TitledDialog } from '../titled-dialog.tsx';
import { Loaded } from '../page-states.tsx';
import { NewTicketForm } from './new-ticket-form.tsx';
import { useNewTicket } from './use-new-ticket.ts';

/** The form that opens a ticket, about what the address says. */
export function NewTicketDialog({ finalFocus }: { finalFocus: RefObject<HTMLElement | null> }) {
  const t = useTranslations('area.tickets');
  const { isOpen, about, leaveOut, close } = useNewTicket();
  return (
    <TitledDialog title={t('open')} isOpen={isOpen} onOpenChange={(open) => !open && close()} finalFocus={finalFocus}>
      <Loaded query={about}>{(known) => <NewTicketForm about={known} onLeaveOut={leaveOut} />}</Loaded>
    </TitledDialog>
  );
}
