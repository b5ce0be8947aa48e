import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useNotify } from '../notices.tsx';

/** Warns who signs in by the provider while signed in, and leaves them signed in as they are (specification, section 8). */
export function useAlreadySignedIn(): () => void {
  const t = useTranslations('customer.provider');
  const notify = useNotify();
  const navigate = useNavigate();
  return () => {
    notify({ title: t('alreadyTitle'), text: t('already'), kind: 'warning', milliseconds: 8000 });
    void navigate('/', { replace: true });
  };
}
