import * as z from 'zod';

/*
 * What a feed of OPDS 2.0 and a publication of the Readium Web Publication Manifest must be, after their specifications
 * (drafts.opds.io/opds-2.0, readium.org/webpub-manifest). Strict: what they do not name is an error.
 */

const uri = z.url();
const dateTime = z.iso.datetime();
const currency = z.string().regex(/^[A-Z]{3}$/);

const properties = z.strictObject({
  numberOfItems: z.int().nonnegative().optional(),
  price: z.strictObject({ currency, value: z.number().nonnegative() }).optional(),
  availability: z
    .strictObject({
      state: z.enum(['available', 'unavailable', 'reserved', 'ready']),
      until: z.union([z.iso.date(), dateTime]).optional(),
    })
    .optional(),
});

const link = z
  .strictObject({
    href: z.string().min(1),
    type: z.string().optional(),
    title: z.string().optional(),
    rel: z.union([z.string(), z.array(z.string())]).optional(),
    templated: z.literal(true).optional(),
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
    properties: properties.optional(),
  })
  .refine(({ href, templated }) => templated || URL.canParse(href), 'not an address');

const hasRelation = (wanted: string) => (links: readonly z.output<typeof link>[]) =>
  links.some(({ rel }) => [rel].flat().includes(wanted));
const links = z.array(link).refine(hasRelation('self'), 'no link to itself');
const navigation = z.array(link.refine(({ title }) => title !== undefined, 'no title'));

const contributor = z.strictObject({
  name: z.string().min(1),
  position: z.number().optional(),
  links: z.array(link).optional(),
});
const contributors = z.union([z.string(), contributor, z.array(contributor)]).optional();

/** BCP 47, as far as its tags are well-formed. */
const language = z.string().refine((tag) => Intl.getCanonicalLocales(tag).length === 1, 'no language');

const metadata = z.strictObject({
  '@type': uri,
  identifier: z.string().regex(/^(urn:isbn:97[89]\d{10}|https?:\/\/\S+)$/),
  title: z.string().min(1),
  subtitle: z.string().optional(),
  author: contributors,
  translator: contributors,
  illustrator: contributors,
  editor: contributors,
  narrator: contributors,
  contributor: contributors,
  publisher: contributors,
  imprint: contributors,
  language,
  published: z.iso.date().optional(),
  modified: dateTime,
  description: z.string().optional(),
  subject: z
    .array(z.strictObject({ name: z.string(), code: z.string(), scheme: uri, links: z.array(link) }))
    .optional(),
  belongsTo: z.strictObject({ series: contributor }).optional(),
  numberOfPages: z.int().positive().optional(),
});

const RASTER = ['image/jpeg', 'image/png', 'image/gif'];

export const opdsPublication = z.strictObject({
  metadata,
  links: links.refine(hasRelation('http://opds-spec.org/acquisition/buy'), 'no acquisition link'),
  images: z
    .array(link)
    .min(1)
    .refine((images) => images.some(({ type }) => RASTER.includes(type ?? '')), 'no picture of a common type'),
});

const group = z.strictObject({
  metadata: z.strictObject({ title: z.string() }),
  navigation,
});

export const opdsFeed = z
  .strictObject({
    metadata: z.strictObject({
      title: z.string().min(1),
      numberOfItems: z.int().nonnegative().optional(),
      itemsPerPage: z.int().positive().optional(),
      currentPage: z.int().positive().optional(),
    }),
    links,
    navigation: navigation.optional(),
    publications: z.array(opdsPublication).optional(),
    groups: z.array(group).optional(),
  })
  .refine(
    ({ navigation: some, publications, groups }) => some ?? publications ?? groups,
    'neither navigation nor publications nor groups',
  );
