import { languagePath, subjectPath, type ShopView } from '#contract/pages.ts';
import { languageName } from '#domain/locale.ts';
import { Count } from '../../ui/text.tsx';
import { useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

type Subjects = Extract<ShopView, { page: 'subjects' }>['subjects'];

/** Every subject that has titles. */
export function SubjectsPage({ subjects }: { subjects: Subjects }) {
  const t = useShopTranslations();
  return (
    <div className="directory">
      <h1>{t('lists.subjects')}</h1>
      <SubjectTree subjects={subjects} heading="h2" />
    </div>
  );
}

/** The shelves, each with its subjects and how many titles these have. */
export function SubjectTree({ subjects, heading: Heading }: { subjects: Subjects; heading: 'h2' | 'h3' }) {
  const link = useLocalePath();
  return (
    <div className="subject-tree">
      {subjects.map((shelf) => (
        <section key={shelf.code}>
          <Heading>
            <a href={link(subjectPath(shelf.code))}>{shelf.name}</a>
          </Heading>
          <ul>
            {shelf.children.map((subject) => (
              <li key={subject.code}>
                <a href={link(subjectPath(subject.code))}>{subject.name}</a>{' '}
                <small>
                  <Count of={subject.count} />
                </small>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Every language that the shop has titles in. */
export function LanguagesPage({ languages }: { languages: readonly { code: string; count: number }[] }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { locale } = usePageRequest();
  return (
    <div className="directory">
      <h1>{t('lists.languages')}</h1>
      <ul className="language-directory">
        {languages.map(({ code, count }) => (
          <li key={code}>
            <a href={link(languagePath(code))}>
              <bdi>{languageName(code, locale)}</bdi>
            </a>{' '}
            <small>
              <Count of={count} />
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}
