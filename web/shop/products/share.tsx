import { Share2 } from 'lucide-react';
import { useShopTranslations } from '../shop-context.tsx';

/** Opens the system's sheet, or copies the page's address where there is none. */
export function Share() {
  const t = useShopTranslations();
  return (
    <p className="share needs-script">
      <button type="button" className="button-plain" data-click="share" data-done={t('book.shared')}>
        <Share2 aria-hidden="true" size={18} />
        {t('book.share')}
      </button>
      <span className="share-done" role="status" />
    </p>
  );
}
