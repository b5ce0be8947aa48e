import { MessageSquarePlus } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { neededPart } from '../frame/needed-part.ts';
import { useBring } from '../use-bring.ts';
import { useFormSearch, useIsAsking } from './use-form-search.ts';

const Dialog = neededPart(async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog);

/** The link and form that open a ticket; `?new=1` opens the form, from anywhere, about what the address says. */
export function NewTicket() {
  const t = useTranslations('area.tickets');
  const isThere = useDialogBrought();
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <Link
        ref={link}
        className="button"
        to={useFormSearch()}
        replace
        onPointerEnter={Dialog.prepare}
        onFocus={Dialog.prepare}
      >
        <MessageSquarePlus aria-hidden="true" size={18} />
        {t('open')}
      </Link>
      <Suspense>{isThere && <Dialog finalFocus={link} />}</Suspense>
    </>
  );
}

/** Whether the form's script is there; whenever the address asks for the form anew, it is brought. */
function useDialogBrought(): boolean {
  const bring = useBring();
  const [isThere, setThere] = useState(false);
  const isAsked = useIsAsking();
  const { key } = useLocation();
  const onAsked = useEffectEvent(() => void bring(Dialog).then(setThere));
  useEffect(() => {
    if (isAsked) onAsked();
  }, [isAsked, key]);
  return isThere;
}
