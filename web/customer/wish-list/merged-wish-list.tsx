import { useEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { ApiRequestError } from '../../browser/api-client.ts';
import { mergeGuestWishList } from '../../browser/guest-wish-list.ts';
import { CartMessages } from '../checkout/cart-messages.tsx';
import { useReaderLocale } from '../../ui/text.tsx';

/** After signing in: merges the guest's wish list of this browser into the customer's, and reports what was added. */
export function MergedWishList() {
  const [titles, setTitles] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  useEffect(() => {
    void mergeIntoAccount().then((merged) => {
      setTitles(merged);
      return Promise.all([['wishes'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));
    });
  }, [queries]);
  if (titles.length === 0) return null;
  return (
    <CartMessages>
      <MergedWishListReport titles={titles} onDismiss={() => setTitles([])} />
    </CartMessages>
  );
}

/** On failure the guest's list stays in the browser for the next page. */
async function mergeIntoAccount(): Promise<string[]> {
  try {
    return await mergeGuestWishList();
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
    return [];
  }
}

function MergedWishListReport({ titles, onDismiss }: { titles: readonly string[]; onDismiss: () => void }) {
  const t = useTranslations('area');
  const cart = useTranslations('cart');
  const locale = useReaderLocale();
  return (
    <div className="alert" role="status">
      <p>{t('wishList.merged', { titles: new Intl.ListFormat(locale).format(titles) })}</p>
      <div className="card-actions">
        <Link className="button-plain" to="/wish-list" onClick={onDismiss}>
          {t('menu.wishList')}
        </Link>
        <button type="button" className="button-plain" onClick={onDismiss}>
          {cart('changes.dismiss')}
        </button>
      </div>
    </div>
  );
}
