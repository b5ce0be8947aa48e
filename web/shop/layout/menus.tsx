import type { MenuName } from '#domain/menu.ts';
import type { MenuLink } from '#contract/site-frame.ts';
import { InLanguage, useTextLink } from '../pages/text-page.tsx';
import { usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** A menu as booksellers ordered it; nothing where it is empty. */
export function Menu({ name, label, className }: { name: MenuName; label: string; className?: string }) {
  const links = usePageRequest().frame.menus[name];
  if (links.length === 0) return null;
  return (
    <nav className={className} aria-label={label}>
      <ul>
        {links.map((link) => (
          <li key={`${link.path} ${'text' in link.label ? link.label.text : ''}`}>
            <MenuAnchor link={link} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MenuAnchor({ link: { path, isOutside, label } }: { link: MenuLink }) {
  const link = useTextLink();
  return (
    <a href={isOutside ? path : link(path)} rel={isOutside && 'noopener noreferrer'}>
      <MenuLabel label={label} />
    </a>
  );
}

function MenuLabel({ label }: Pick<MenuLink, 'label'>) {
  const t = useShopTranslations();
  if ('text' in label) return <InLanguage language={label.language}>{label.text}</InLanguage>;
  return label.list === 'all' ? t('site.browse') : t(`lists.${label.list}`);
}
