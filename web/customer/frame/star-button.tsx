import { Star } from 'lucide-react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { useStarred } from './use-starred.ts';

/** Stars the page that is shown, or takes its star off. */
export function StarButton() {
  const t = useTranslations('customer.frame');
  const { pathname } = useLocation();
  const { starred, toggle } = useStarred();
  const isStarred = starred.includes(pathname);
  return (
    <button
      type="button"
      className="tool star"
      aria-pressed={isStarred}
      aria-label={t('star')}
      onClick={() => toggle(pathname)}
    >
      <Star aria-hidden="true" size={20} />
    </button>
  );
}
