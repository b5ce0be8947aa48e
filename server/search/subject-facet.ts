import { isOffered } from '#domain/catalogue/subject.ts';
import type { FacetCounts } from './search-index.ts';

/** Facets whose subjects are those that are shown, of thousands that may be counted. */
export function withOfferedSubjects(facets: FacetCounts, chosen: readonly string[] = []): FacetCounts {
  return { ...facets, subject: facets.subject.filter(({ value }) => isOffered(value, chosen)) };
}
