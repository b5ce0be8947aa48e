import {
  authorPath,
  imprintPath,
  publisherPath,
  rolePath,
  SHOP_PAGES,
  subjectPath,
  type AuthorHeading,
  type BrowseHeading,
  type SubjectHeading,
  type TitlesHeading,
} from '#contract/pages.ts';
import { knownRole } from '#domain/catalogue/contributor.ts';
import { Count } from '../../ui/text.tsx';
import { ProductCarousel } from '../products/product-card.tsx';
import { Portrait } from '../products/portrait.tsx';
import { useCommonTranslations, useLocalePath, useShopTranslations } from '../shop-context.tsx';

/** Where a list stands among the others, as links from the top down. */
export function Breadcrumb({ heading }: { heading: BrowseHeading | TitlesHeading }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const above = useLinksAbove()(heading);
  if (above.length === 0) return null;
  return (
    <nav className="breadcrumb" aria-label={t('lists.breadcrumb')}>
      <ol>
        {above.map(({ name, path }) => (
          <li key={path}>
            <a href={link(path)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type NamedLink = { name: string; path: string };

function useLinksAbove(): (heading: BrowseHeading | TitlesHeading) => NamedLink[] {
  const t = useShopTranslations();
  return (heading) => {
    if (heading.kind === 'subject') {
      const above = heading.ancestors.map(({ code, name }) => ({ name, path: subjectPath(code) }));
      return [{ name: t('lists.subjects'), path: SHOP_PAGES.subjects }, ...above];
    }
    if (heading.kind === 'language') return [{ name: t('lists.languages'), path: SHOP_PAGES.languages }];
    if (heading.kind === 'imprint') return [{ name: heading.publisher, path: publisherPath(heading.publisher) }];
    if (heading.kind === 'author' && heading.role !== 'author' && heading.roles[0]?.role === 'author')
      return [{ name: heading.name, path: authorPath(heading) }];
    return [];
  };
}

/** What stands between the heading of a list and its titles. */
export function ListIntroduction({ heading }: { heading: BrowseHeading | TitlesHeading }) {
  if (heading.kind === 'subject') return <SubjectIntroduction heading={heading} />;
  if (heading.kind === 'author') return <AuthorIntroduction heading={heading} />;
  if (heading.kind === 'publisher' && heading.imprints.length > 0) return <Imprints {...heading} />;
  return null;
}

function SubjectIntroduction({ heading }: { heading: SubjectHeading }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { name, children, newest } = heading;
  return (
    <>
      {children.length > 0 && (
        <nav className="list-links" aria-label={t('browse.within', { name })}>
          <ul>
            {children.map((child) => (
              <li key={child.code}>
                <a className="chip" href={link(subjectPath(child.code))}>
                  <bdi>{child.name}</bdi>{' '}
                  <small>
                    <Count of={child.count} />
                  </small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {newest.length > 0 && <ProductCarousel id="newest" title={t('lists.newIn', { name })} rows={newest} isFirst />}
      {newest.length > 0 && <h2 className="list-title">{t('lists.bestsellersIn', { name })}</h2>}
    </>
  );
}

/** What is known of a person, and their titles in other roles. */
function AuthorIntroduction({ heading }: { heading: AuthorHeading }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  const link = useLocalePath();
  const { name, biography, portrait, role, roles } = heading;
  return (
    <>
      {(biography || portrait) && (
        <section className="biography" aria-label={t('lists.aboutAuthor', { name })}>
          {portrait && <Portrait name={name} portrait={portrait} />}
          {biography && <p dir="auto">{biography}</p>}
        </section>
      )}
      {roles.length > 1 && (
        <nav className="list-links" aria-label={t('lists.roles', { name })}>
          <ul>
            {roles.map((one) => (
              <li key={one.role}>
                <a
                  className="chip"
                  href={link(rolePath(heading, one.role))}
                  aria-current={one.role === role ? 'page' : undefined}
                >
                  {common(`roles.${knownRole(one.role)}`)}{' '}
                  <small>
                    <Count of={one.count} />
                  </small>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function Imprints({ name, imprints }: { name: string; imprints: readonly string[] }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <nav className="list-links" aria-label={t('lists.imprintsOf', { name })}>
      <ul>
        {imprints.map((imprint) => (
          <li key={imprint}>
            <a className="chip" href={link(imprintPath(name, imprint))}>
              <bdi>{imprint}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
