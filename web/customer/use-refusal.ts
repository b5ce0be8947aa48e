import { useTranslations } from 'use-intl';
import { CallFailed } from '../browser/client.ts';

/** The sentence for a failed call: the server's own, or that it could not be reached. */
export function useRefusal(): (error: unknown) => string {
  const t = useTranslations('customer');
  return (error) => (error instanceof CallFailed && error.problem?.detail) || t('trouble.offline');
}
