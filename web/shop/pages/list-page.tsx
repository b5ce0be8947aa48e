import type { SharedListView } from '#contract/lists.ts';
import { givePath, listPath } from '#contract/pages.ts';
import { ProductCard } from '../products/product-card.tsx';
import { useLocalePath, useShopTranslations } from '../shop-context.tsx';

type ListedTitle = SharedListView['titles'][number];

/** A list that its owner shares. Names and notes are the owner's words: text, and never links. */
export function ListPage({ view }: { view: SharedListView }) {
  const t = useShopTranslations();
  return (
    <section className="shared-list">
      <h1>
        <bdi dir="auto">{view.name}</bdi>
      </h1>
      <GiftHint view={view} />
      {view.titles.length === 0 ? (
        <p>{t('list.empty')}</p>
      ) : (
        <ul className="grid">
          {view.titles.map((title) => (
            <li key={title.row.id}>
              <ProductCard row={title.row} heading="h2" />
              {title.note !== '' && (
                <p className="list-note" dir="auto">
                  {title.note}
                </p>
              )}
              {view.isGiving && <GiftForm view={view} title={title} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function GiftHint({ view }: { view: SharedListView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  if (!view.isGift) return <p>{t('list.lead')}</p>;
  if (view.isOwn) return <p className="alert">{t('list.own')}</p>;
  if (view.isGiving)
    return (
      <p className={view.isTaken ? 'alert alert-warning' : 'alert'} role={view.isTaken ? 'alert' : undefined}>
        {view.isTaken ? t('list.tooLate') : t('list.giving')}
      </p>
    );
  return (
    <p>
      {t('list.gift')}{' '}
      <a className="button" href={link(givePath(view.key))}>
        {t('list.choose')}
      </a>
    </p>
  );
}

/** Takes a title for giving, also by buying it, or takes that back. */
function GiftForm({ view: { key }, title: { row, gift } }: { view: SharedListView; title: ListedTitle }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  if (gift === 'taken') return <p className="tag">{t('list.taken')}</p>;
  const { id, vid, title } = row;
  return (
    <form method="post" action={link(listPath(key))} className="gift-form">
      <input type="hidden" name="product" value={id} />
      {gift === 'yours' ? (
        <>
          <p className="tag">{t('list.yours')}</p>
          <button className="button-plain" name="undo" value="1" aria-label={t('list.undoTitle', { title })}>
            {t('list.undo')}
          </button>
        </>
      ) : (
        <button className="button button-quiet" aria-label={t('list.takeTitle', { title })}>
          {t('list.take')}
        </button>
      )}
      {vid !== null && (
        <button className="button" name="line" value={`${id}.${vid}`} aria-label={t('list.buyTitle', { title })}>
          {t('list.buy')}
        </button>
      )}
    </form>
  );
}
