import { BookOpen, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { bookPath, lookInsidePath, type BookView, type LookInsideView } from '#contract/pages.ts';
import { samplePictureOf } from '#contract/sample-pages.ts';
import { directionOf } from '#domain/locale.ts';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type SampleView = { product: { title: string; language: string }; samplePages: LookInsideView['samplePages'] };

/** Leads to the page of the sample pages; with a script they open over the book's, which has them in a template. */
export function LookInsideLink({ view }: { view: BookView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  if (view.samplePages.length === 0) return null;
  return (
    <>
      <a className="button button-quiet look-link" href={link(lookInsidePath(view.product))} data-click="viewer">
        <BookOpen aria-hidden="true" size={18} />
        {t('lookInside.open')}
      </a>
      <template>
        <ViewerHead view={view} />
        <SamplePages view={view} eager={0} />
        <ViewerFoot view={view} />
      </template>
    </>
  );
}

/** The sample pages of a title below each other. */
export function LookInsidePage({ view }: { view: LookInsideView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <article className="look-inside">
      <h1>{t('lookInside.title', { title: view.product.title })}</h1>
      <p>
        <a href={link(bookPath(view.product))}>{t('lookInside.back')}</a>
      </p>
      <SamplePages view={view} eager={FIRST_PAGES} />
    </article>
  );
}

const SIZES = '(width >= 992px) 50vw, 100vw';
/** Pages that are seen at once, before those that load as they come near. */
const FIRST_PAGES = 2;

/** In the direction of the language of the book. An eager picture is asked for at once, even where it is in a template. */
function SamplePages({ view: { product, samplePages }, eager }: { view: SampleView; eager: number }) {
  const t = useShopTranslations();
  return (
    <ol className="sample-pages" dir={directionOf(product.language)} aria-label={t('lookInside.pages')}>
      {samplePages.map((page, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a blank page may come twice
        <li key={index}>
          <img
            {...samplePictureOf(page)}
            sizes={SIZES}
            alt={t('lookInside.page', { page: index + 1 })}
            loading={index < eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </li>
      ))}
    </ol>
  );
}

function ViewerHead({ view: { product } }: { view: SampleView }) {
  const t = useShopTranslations();
  return (
    <header className="viewer-head">
      <h2>{t('lookInside.title', { title: product.title })}</h2>
      <button type="button" className="tool" aria-label={t('lookInside.close')} data-turn="close">
        <X aria-hidden="true" size={20} />
      </button>
    </header>
  );
}

const POSITION = { page: '{page}', next: '{next}', pages: '{pages}' };

/** Its icons point as the book is turned, whatever the language of the page. */
function ViewerFoot({ view: { product } }: { view: SampleView }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const direction = directionOf(product.language);
  const [Back, On] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
  return (
    <footer className="viewer-foot" dir={direction}>
      <button type="button" className="tool" aria-label={t('lookInside.previous')} data-turn="-1">
        <Back aria-hidden="true" size={24} />
      </button>
      <p
        role="status"
        dir={directionOf(locale)}
        data-one={t('lookInside.position', POSITION)}
        data-two={t('lookInside.spread', POSITION)}
      />
      <button type="button" className="tool" aria-label={t('lookInside.next')} data-turn="1">
        <On aria-hidden="true" size={24} />
      </button>
    </footer>
  );
}
