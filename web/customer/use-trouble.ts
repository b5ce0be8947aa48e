import { useTranslations } from 'use-intl';
import { useNotify } from './notices.tsx';
import { useRefusal } from './use-refusal.ts';

/** Says in a notice why a call failed that has no form of its own to say it in. */
export function useTrouble(): (error: unknown) => void {
  const t = useTranslations('customer.trouble');
  const notify = useNotify();
  const refusal = useRefusal();
  return (error) => notify({ title: t('title'), text: refusal(error), kind: 'danger' });
}
