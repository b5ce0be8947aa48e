import { ShoppingBag, TrendingDown, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { WishedTitle } from '#contract/wish-lists.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { isFew } from '#domain/stock.ts';
import { addToCart } from '../../browser/cart.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Price } from '../../ui/price.tsx';
import { useNotify } from '../notices.tsx';
import { useShopPath } from '../use-shop-path.ts';

/** Takes the title off the list; answers `false` while that is being done already. */
type Remove = () => boolean;
type WishCardProps = { title: WishedTitle; heading: 'h2' | 'h3'; onRemove: Remove };

/** A wished title with what it costs now, whether it is there, and its way into the cart. */
export function WishCard({ title, heading, onRemove }: WishCardProps) {
  const t = useTranslations('area.wishes');
  return (
    <article className="wish">
      <Named title={title} heading={heading} />
      <p className="wish-author">
        <ForeignText text={title.authors.map((author) => author.name).join(', ')} language={title.language} />
      </p>
      {title.is_listed ? <Sale title={title} onMove={onRemove} /> : <p className="wish-out">{t('gone')}</p>}
      <button type="button" className="wish-remove" onClick={onRemove} aria-label={t('remove', { title: title.title })}>
        <X aria-hidden="true" size={18} />
      </button>
    </article>
  );
}

/** The cover and the title lead to the book while the shop has its page. */
function Named({ title, heading: Heading }: Pick<WishCardProps, 'title' | 'heading'>) {
  const shop = useShopPath();
  const face = (
    <>
      <Cover src={title.cover} />
      <Heading className="wish-title">
        <ForeignText text={title.title} language={title.language} />
      </Heading>
    </>
  );
  if (!title.is_listed) return <div className="wish-link is-gone">{face}</div>;
  return (
    <a className="wish-link" href={shop(bookPath(title))}>
      {face}
    </a>
  );
}

function Sale({ title, onMove }: { title: WishedTitle; onMove: Remove }) {
  const t = useTranslations('area.wishes');
  const { offer } = title;
  const { price, original_price } = offer ?? title;
  return (
    <>
      <p className="wish-prices">
        <Price ringgit={price} />
        {price < original_price && (
          <s>
            <Price ringgit={original_price} className="" />
          </s>
        )}
      </p>
      {title.drop > 0 && (
        <p className="wish-drop">
          <TrendingDown aria-hidden="true" size={16} />
          {t('drop', { amount: formatSen(senFromRinggit(title.drop)) })}
        </p>
      )}
      {offer ? <Move title={title} offer={offer} onMove={onMove} /> : <p className="wish-out">{t('out')}</p>}
    </>
  );
}

type MoveProps = { title: WishedTitle; offer: NonNullable<WishedTitle['offer']>; onMove: Remove };

function Move({ title, offer, onMove }: MoveProps) {
  const t = useTranslations('area.wishes');
  const common = useTranslations('common');
  const cart = useTranslations('cart');
  const notify = useNotify();
  const move = () => {
    if (!onMove()) return;
    addToCart({ id: title.id, vid: offer.vid, qty: 1 });
    notify({ text: cart('added', { title: title.title }) });
  };
  return (
    <>
      <p className="wish-format">
        {common(`formats.${offer.format}`)} ·{' '}
        {isFew(offer.stock) ? cart('onlyLeft', { count: offer.stock }) : t('inStock')}
      </p>
      <button
        type="button"
        className="button button-quiet"
        onClick={move}
        aria-label={t('moveTitle', { title: title.title })}
      >
        <ShoppingBag aria-hidden="true" size={16} />
        {t('move')}
      </button>
    </>
  );
}
