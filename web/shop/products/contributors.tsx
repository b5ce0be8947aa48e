import { rolePath } from '#contract/pages.ts';
import type { Product } from '#contract/products.ts';
import { knownRole } from '#domain/catalogue/contributor.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { useCommonTranslations, useLocalePath, useShopTranslations } from '../shop-context.tsx';
import { Portrait } from './portrait.tsx';

type Person = Product['contributors'][number];

/** The people of a title with what they did for it, each with a link to all that they did so. */
export function Contributors({ product }: { product: Product }) {
  return (
    <ul className="contributors">
      {product.contributors.map((person) => (
        <li key={`${person.slug}-${person.role}`}>
          <Contributor person={person} language={product.language} />
        </li>
      ))}
    </ul>
  );
}

function Contributor({ person, language }: { person: Person; language: string }) {
  const common = useCommonTranslations();
  const link = useLocalePath();
  const role = knownRole(person.role);
  const name = <ForeignText text={person.name} language={language} />;
  return (
    <>
      {role !== 'author' && `${common(`roles.${role}`)}: `}
      <a href={link(rolePath(person, person.role))}>{name}</a>
    </>
  );
}

/** Who they are, where a publisher says so, and what they look like. */
export function Biographies({ product }: { product: Product }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const people = new Map(
    product.contributors
      .filter(({ biography, portrait }) => biography !== '' || portrait !== null)
      .map((person) => [person.slug, person]),
  );
  if (people.size === 0) return null;
  return (
    <section className="about">
      <h2>{t('book.aboutPeople')}</h2>
      {[...people.values()].map((person) => (
        <div key={person.slug} className="biography">
          {person.portrait && <Portrait name={person.name} portrait={person.portrait} />}
          <h3>
            <ForeignText text={person.name} language={product.language} />
          </h3>
          <div dir="auto">
            <RichText html={person.biography} />
          </div>
          <p>
            <a href={link(rolePath(person, person.role))}>{t('book.moreBy', { name: person.name })}</a>
          </p>
        </div>
      ))}
    </section>
  );
}
