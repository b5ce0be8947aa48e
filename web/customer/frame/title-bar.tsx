import { Link, useMatches } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Trail } from '../routes.tsx';
import { StarButton } from './star-button.tsx';

/** Where the reader is, and the star of this page. */
export function TitleBar() {
  return (
    <div className="title-bar">
      <Breadcrumb />
      <StarButton />
    </div>
  );
}

/** A link home and the trail of every matched route; the last is the page itself. */
function Breadcrumb() {
  const t = useTranslations('customer');
  const area = useTranslations('area');
  const trail = useMatches().flatMap(({ handle, pathname }) =>
    handle ? [{ ...(handle as Trail), to: pathname }] : [],
  );
  return (
    <nav className="breadcrumb" aria-label={t('site.trail')}>
      <ol>
        <li>
          <Link to="/">{t('site.home')}</Link>
        </li>
        {trail.map(({ trail: name, to }, index) => (
          <li key={to}>
            {index === trail.length - 1 ? (
              <span aria-current="page">{area(`menu.${name}`)}</span>
            ) : (
              <Link to={to}>{area(`menu.${name}`)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
