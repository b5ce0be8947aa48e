import { useTranslations } from 'use-intl';
import { useShopPath } from '../use-shop-path.ts';
import { AuthCard } from './auth-card.tsx';

/** The state of a history entry that says: the account was deleted a moment ago. */
export const FAREWELL = { farewell: true } as const;

export function isFarewell(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'farewell' in state;
}

/** After an account was deleted: what is gone, what stays, and the way back to the books. */
export function Farewell() {
  const t = useTranslations('customer.farewell');
  const shop = useShopPath();
  return (
    <AuthCard title={t('title')} lead={t('text')}>
      <p>{t('kept')}</p>
      <a className="button" href={shop('/')}>
        {t('toShop')}
      </a>
    </AuthCard>
  );
}
