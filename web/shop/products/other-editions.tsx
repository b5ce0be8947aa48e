import { bookPath } from '#contract/pages.ts';
import type { Product, ProductRow } from '#contract/products.ts';
import { formatList, languageName } from '#domain/locale.ts';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, Price } from '../../ui/text.tsx';
import { useCommonTranslations, useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** The same work in other languages and formats, which are titles of their own. */
export function OtherEditions({ product }: { product: Product }) {
  const t = useShopTranslations();
  if (product.editions.length === 0) return null;
  return (
    <section className="editions" aria-labelledby="editions">
      <h2 id="editions">{t('book.editions')}</h2>
      <ul>
        {product.editions.map((row) => (
          <Edition key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Edition({ row }: { row: ProductRow }) {
  const common = useCommonTranslations();
  const { locale } = usePageRequest();
  const link = useLocalePath();
  const formats = [...new Set(row.formats)].map((format) => common(`formats.${format}`));
  return (
    <li>
      <Cover src={row.cover} size="small" />
      <a href={link(bookPath(row))}>
        <ForeignText text={row.title} language={row.language} />
      </a>
      <small>
        {languageName(row.language, locale)} · {formatList(formats, locale)}
      </small>
      <Price ringgit={row.original_price} />
    </li>
  );
}
