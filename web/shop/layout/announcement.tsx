import { InLanguage, useTextLink } from '../pages/text-page.tsx';
import { usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** What the shop announces today, above its header; it folds away without scripts. */
export function Announcement() {
  const t = useShopTranslations();
  const link = useTextLink();
  const { announcement } = usePageRequest().frame;
  if (!announcement) return null;
  const { text, language, path } = announcement;
  const words = <InLanguage language={language}>{text}</InLanguage>;
  return (
    <aside className="announcement" aria-label={t('announcement.label')}>
      <details open>
        <summary>
          <span className="announcement-hide">
            <span aria-hidden="true">×</span> <span className="visually-hidden">{t('announcement.hide')}</span>
          </span>
          <span className="announcement-show">{t('announcement.show')}</span>
        </summary>
        <p>{path === undefined ? words : <a href={link(path)}>{words}</a>}</p>
      </details>
    </aside>
  );
}
