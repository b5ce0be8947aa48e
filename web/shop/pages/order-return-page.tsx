import type { OrderReturnView } from '#contract/order-request-views.ts';
import { guestOrderPath, orderReturnPath } from '#contract/pages.ts';
import { MAX_RETURN_PHOTOS } from '#domain/orders/return.ts';
import { useTranslations } from 'use-intl';
import { formatDay } from '#domain/dates.ts';
import { Price, ForeignText } from '../../ui/text.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';
import { useOrderToken } from './order-token.ts';

/** A return: how far it is, what goes back, its label, and photos of it. */
export function OrderReturnPage({ view: { order, returned, error } }: { view: OrderReturnView }) {
  const t = useShopTranslations();
  const orders = useTranslations('orders');
  const link = useLocalePath();
  const { locale } = usePageRequest();
  const token = useOrderToken();
  const { number, status } = returned.return!;
  const path = link(orderReturnPath(token, number));
  return (
    <section className="order-page">
      <header>
        <p>
          <a href={link(guestOrderPath(token))}>{t('order.title', { number: order.number })}</a>
        </p>
        <h1>{orders('return', { number })}</h1>
        <p>{t('orderReturn.requestedOn', { date: formatDay(returned.requested_at, locale) })}</p>
      </header>
      {error && (
        <p className="alert alert-danger" role="alert">
          {error}
        </p>
      )}
      <div className="alert">
        <p>
          <b>{t(`orderReturn.statuses.${status}`)}</b> {t(`orderReturn.next.${status}`)}
        </p>
        {returned.shop_note && <p>{t('orderReturn.note', { note: returned.shop_note })}</p>}
      </div>
      {status === 'accepted' && (
        <p>
          <a className="button" href={`${path}/label`} download>
            {t('orderReturn.label')}
          </a>
        </p>
      )}
      <ReturnedItems order={order} returned={returned} />
      <Photos returned={returned} action={path} />
    </section>
  );
}

function ReturnedItems({ order, returned }: Pick<OrderReturnView, 'order' | 'returned'>) {
  const t = useShopTranslations();
  const reasons = useTranslations('orders.reasons');
  return (
    <section>
      <h2>{t('order.books')}</h2>
      <ul className="order-items">
        {returned.lines.map(({ id, qty, amount }) => {
          const line = order.lines.find((one) => one.id === id)!;
          return (
            <li key={id}>
              <ForeignText text={line.title} language={line.language} />
              <span>
                {t('orderRequests.items.copies', { count: qty })} · <Price ringgit={amount} className="" />
              </span>
            </li>
          );
        })}
      </ul>
      <p className="field-hint">{reasons(returned.reason)}</p>
    </section>
  );
}

type PhotosProps = Pick<OrderReturnView, 'returned'> & { action: string };

/** The photos that were sent, and a form for more until the refund is decided. */
function Photos({ returned, action }: PhotosProps) {
  const t = useShopTranslations();
  const { photos, status } = returned.return!;
  const isOpen = (status === 'requested' || status === 'accepted') && photos.length < MAX_RETURN_PHOTOS;
  if (photos.length === 0 && !isOpen) return null;
  return (
    <section>
      <h2>{t('orderReturn.photos')}</h2>
      <ul className="return-photos">
        {photos.map((id, index) => (
          <li key={id}>
            <img src={`${action}/photos/${id}`} alt={t('orderReturn.photo', { index: index + 1 })} loading="lazy" />
          </li>
        ))}
      </ul>
      {isOpen && (
        <form method="post" action={`${action}/photos`} encType="multipart/form-data" className="plain-form">
          <div className="field">
            <label htmlFor="photos">{t('orderReturn.addPhotos')}</label>
            <input
              id="photos"
              type="file"
              name="photos"
              multiple
              required
              accept="image/jpeg,image/png,image/webp"
              aria-describedby="photos-hint"
            />
            <p id="photos-hint" className="field-hint">
              {t('orderReturn.photosHint', { most: MAX_RETURN_PHOTOS })}
            </p>
          </div>
          <p>
            <button className="button button-quiet">{t('orderReturn.send')}</button>
          </p>
        </form>
      )}
    </section>
  );
}
