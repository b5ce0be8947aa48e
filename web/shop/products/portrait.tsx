import type { Portrait as Picture } from '#contract/portraits.ts';
import { pictureFile } from '#domain/picture.ts';
import { useShopTranslations } from '../shop-context.tsx';

/** The picture of a person, and who took it. */
export function Portrait({ name, portrait: { path, alt, credit } }: { name: string; portrait: Picture }) {
  const t = useShopTranslations();
  return (
    <figure className="portrait">
      <img
        src={pictureFile(path, 96)}
        srcSet={`${pictureFile(path, 256)} 2x`}
        alt={alt || t('lists.portrait', { name })}
        width={96}
        height={96}
        loading="lazy"
        decoding="async"
      />
      {credit && (
        <figcaption>
          <small>{t('lists.portraitCredit', { credit })}</small>
        </figcaption>
      )}
    </figure>
  );
}
