import { CUSTOMER_AREA, SHOP_PAGES } from '#contract/pages.ts';
import { SearchBox } from './search-box.tsx';
import { useLink, useShopWords } from './shop-context.tsx';

type InfoName = 'delivery' | 'returns' | 'contact' | 'privacy';

/** A page of help: what the shop promises, in three paragraphs. */
export function InfoPage({ name }: { name: InfoName }) {
  const t = useShopWords();
  return (
    <article className="prose">
      <h1>{t(`info.${name}.title`)}</h1>
      <p>{t(`info.${name}.text1`)}</p>
      <p>{t(`info.${name}.text2`)}</p>
      <p>{t(`info.${name}.text3`)}</p>
      {name === 'contact' && <Ask />}
    </article>
  );
}

function Ask() {
  const t = useShopWords();
  const link = useLink();
  const from = encodeURIComponent(link(SHOP_PAGES.contact));
  return (
    <p>
      <a className="button" href={`${CUSTOMER_AREA}/tickets?new=1&page=${from}`}>
        {t('info.contact.action')}
      </a>
    </p>
  );
}

export function NotFoundPage() {
  const t = useShopWords();
  return (
    <article className="prose">
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <SearchBox id="search-lost" />
    </article>
  );
}

export function FailedPage({ requestId }: { requestId: string }) {
  const t = useShopWords();
  const link = useLink();
  return (
    <article className="prose">
      <h1>{t('failed.title')}</h1>
      <p>{t('failed.text', { requestId })}</p>
      <p>
        <a className="button" href={link('/')}>
          {t('failed.again')}
        </a>
      </p>
    </article>
  );
}
