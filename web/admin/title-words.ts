import { useTranslations } from 'use-intl';
import { isBookFormat } from '#domain/catalogue/product.ts';

/** Fields of a title and of its formats, by the names of their columns. */
const FIELD_WORDS = {
  title: 'title',
  subtitle: 'subtitle',
  language: 'language',
  description: 'description',
  published: 'published',
  publisher: 'publisher',
  imprint: 'imprint',
  contributors: 'contributors',
  series: 'series',
  subjects: 'subjects',
  format: 'format',
  isbn: 'isbn',
  list_price: 'listPrice',
  member_price: 'memberPrice',
  pages: 'pages',
  embargo: 'embargo',
  expected: 'expected',
  availability: 'availability',
  is_listed: 'listed',
  cover: 'cover',
} as const;

type Named = { id: number | null; format: string };

/** Names a field, with the format that it belongs to; one that the page does not have keeps the name of its column. */
export function useFieldName(formats: readonly Named[]): (field: string, format: number | null) => string {
  const t = useTranslations('adminCatalogue.title');
  const names = useTranslations('common.formats');
  return (field, format) => {
    const name = Object.hasOwn(FIELD_WORDS, field)
      ? t(FIELD_WORDS[field as keyof typeof FIELD_WORDS])
      : field.replaceAll('_', ' ');
    const kind = formats.find(({ id }) => id === format && id !== null)?.format;
    return kind !== undefined && isBookFormat(kind) ? `${names(kind)}, ${name}` : name;
  };
}
