import { authorPath, localizedPath, type AuthorHeading, type PageRequest } from '#contract/pages.ts';
import type { Portrait } from '#contract/portraits.ts';
import { pictureFile } from '#domain/picture.ts';

type Person = { name: string; portrait: Portrait | null };

/** A person of a title, with their picture. */
export function personNode(publicUrl: string, { name, portrait }: Person) {
  return { '@type': 'Person', name, ...(portrait && { image: publicUrl + pictureFile(portrait.path, 256) }) };
}

/** Whom a page of titles is about. */
export function authorNode({ publicUrl, locale }: PageRequest, heading: AuthorHeading) {
  const { biography } = heading;
  return {
    '@context': 'https://schema.org',
    ...personNode(publicUrl, heading),
    url: publicUrl + localizedPath(locale, authorPath(heading)),
    ...(biography && { description: biography }),
  };
}
