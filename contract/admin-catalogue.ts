import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { MAX_PRICE_LIST, MAX_PRICE_ROWS, PRICE_ROW_ERRORS } from '#domain/catalogue/price-list.ts';
import { SALE_STATES } from '#domain/catalogue/availability.ts';
import { TITLE_FILTERS, TITLE_SEARCH_LENGTH } from '#domain/catalogue/staff-work.ts';
import { partialDate } from '#domain/dates.ts';
import { MAX_PICTURE_UPLOAD } from '#domain/picture.ts';
import { isLanguageTag } from '#domain/locale.ts';
import { endpoint } from './endpoint.ts';
import { line, optionalLine, optionalText, productId, ringgit, timestamp, variantId } from './schemas.ts';

const formatRow = z.object({
  id: variantId,
  isbn: z.nullable(z.string()),
  format: z.enum(ALL_FORMATS),
  list_price: ringgit,
  member_price: ringgit,
  stock: z.int(),
  is_listed: z.boolean(),
});

const titleRow = z.object({
  id: productId,
  title: z.string(),
  language: z.string(),
  contributors: z.array(z.object({ name: z.string(), role: z.string() })),
  cover: z.string(),
  /** Whether its cover is a picture, rather than a drawn one. */
  has_picture: z.boolean(),
  is_listed: z.boolean(),
  published: z.nullable(z.string()),
  formats: z.array(formatRow),
});
export type TitleRow = z.output<typeof titleRow>;

export const listAllTitles = endpoint('listAllTitles', {
  summary:
    'All titles, the newest first; `q` is an ISBN or words as in the search of the shop, best first, of withdrawn titles their beginning. `before` is the `next` of the page before.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.read',
  rateLimit: 'read',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(TITLE_SEARCH_LENGTH))),
    status: z.optional(z.enum(TITLE_FILTERS)),
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ rows: z.array(titleRow), next: z.nullable(z.int()) }),
  status: 200,
  errors: [],
});

const subject = z.object({ code: z.string(), name: z.string() });

const historyEntry = z.object({
  at: timestamp,
  /** A member of staff by name, `operator` or `shop`. */
  actor: z.string(),
  /** The file of an import. */
  source: z.nullable(z.string()),
  variant_id: z.nullable(variantId),
  /** By the names of the columns of a catalogue file, where it has them. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const getAnyTitle = endpoint('getAnyTitle', {
  summary: 'One title with its formats, where its data comes from, and what was changed of it last.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.read',
  rateLimit: 'read',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  response: z.object({
    id: productId,
    slug: z.string(),
    is_listed: z.boolean(),
    cover: z.string(),
    /** Of everything that `saveTitle` takes: what is sent back with a change. */
    version: z.string(),
    title: z.string(),
    subtitle: z.string(),
    language: z.string(),
    description: z.string(),
    published: z.nullable(z.string()),
    publisher: z.string(),
    imprint: z.string(),
    contributors: z.array(z.object({ name: z.string(), role: z.string() })),
    series: z.array(z.object({ name: z.string(), number: z.nullable(z.string()) })),
    subjects: z.array(subject),
    formats: z.array(
      z.extend(formatRow, {
        pages: z.nullable(z.int()),
        published: z.nullable(z.string()),
        embargo: z.nullable(z.string()),
        expected: z.nullable(z.string()),
        availability: z.nullable(z.string()),
        state: z.enum(SALE_STATES),
        cover: z.nullable(z.object({ path: z.string(), origin: z.enum(['staff', 'folder', 'feed']) })),
        /** Whose ONIX messages state it, and will replace what is changed by hand; none without one. */
        sources: z.array(z.object({ sender: z.string(), reference: z.string(), sent_at: timestamp })),
      }),
    ),
    history: z.array(historyEntry),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyTitle = z.output<typeof getAnyTitle.response>;

/** `2026`, `2026-11` or `2026-11-23`. */
const date = z.nullable(z.string().check(z.refine((text) => partialDate(text) === text, 'invalid')));
const price = ringgit.check(z.minimum(0.01), z.maximum(999_999.99));

const formatChanges = z
  .object({
    /** Null for a new format. */
    id: z.nullable(variantId),
    isbn: z.nullable(line(40)),
    format: z.enum(ALL_FORMATS),
    list_price: price,
    member_price: price,
    pages: z.nullable(z.int().check(z.minimum(1), z.maximum(999_999))),
    published: date,
    embargo: date,
    expected: date,
    /** List 65. */
    availability: z.nullable(z.string().check(z.regex(/^\d\d$/))),
    is_listed: z.boolean(),
  })
  .check(
    z.refine(({ list_price: list, member_price: member }) => member <= list, {
      path: ['member_price'],
      error: 'too_big',
    }),
  );

export const saveTitle = endpoint('saveTitle', {
  summary:
    'Save all that staff edit of a title, as imports save it; formats that are not listed keep what they are. `edited_meanwhile` where the title is not `version` any more.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({
    id: productId,
    version: z.string().check(z.maxLength(64)),
    title: line(500),
    subtitle: optionalLine(500),
    language: z.string().check(z.refine(isLanguageTag, 'invalid')),
    description: optionalText(20_000),
    published: date,
    publisher: optionalLine(200),
    imprint: optionalLine(200),
    contributors: z.array(z.object({ name: line(200), role: line(50) })).check(z.maxLength(50)),
    series: z.array(z.object({ name: line(200), number: z.nullable(line(20)) })).check(z.maxLength(10)),
    subjects: z.array(line(50)).check(z.maxLength(50)),
    formats: z.array(formatChanges).check(z.minLength(1), z.maxLength(50)),
  }),
  response: z.object({ version: z.string() }),
  status: 200,
  errors: ['not_found', 'edited_meanwhile'],
});

export const listSubjectsForTitles = endpoint('listSubjectsForTitles', {
  summary: 'Subjects of the Thema tree: those named by words or a code, else those below one.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.read',
  rateLimit: 'read',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    below: z.optional(z.string().check(z.maxLength(20))),
  }),
  response: z.object({ rows: z.array(z.extend(subject, { path: z.array(z.string()), has_children: z.boolean() })) }),
  status: 200,
  errors: [],
});

export const setTitleCover = endpoint('setTitleCover', {
  summary:
    'Make a picture (JPEG, PNG, WebP, AVIF or TIFF) the cover of a format; it stays when a folder or a feed has another.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  params: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) }),
  upload: MAX_PICTURE_UPLOAD,
  status: 204,
  errors: ['not_found', 'photo_invalid'],
});

export const removeTitleCover = endpoint('removeTitleCover', {
  summary: 'Remove the picture of a format: without any, its title has a drawn cover.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({ id: variantId }),
  status: 204,
  errors: ['not_found'],
});

const offer = z.object({
  list_price: price,
  member_price: price,
  stock: z.nullable(z.int().check(z.minimum(0), z.maximum(999_999_999))),
});

const priceChange = z.object({
  line: z.int(),
  isbn: z.string(),
  title: z.string(),
  format: z.enum(ALL_FORMATS),
  before: offer,
  after: offer,
  /** Whether a price moves by more than 20 percent. */
  is_big: z.boolean(),
});
export type PriceChange = z.output<typeof priceChange>;

export const previewPrices = endpoint('previewPrices', {
  summary: `What a price list would change, without changing anything: CSV with isbn and list_price, perhaps member_price and stock, at most ${MAX_PRICE_ROWS} rows.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({ text: z.string().check(z.minLength(1), z.maxLength(MAX_PRICE_LIST)) }),
  response: z.object({
    changes: z.array(priceChange),
    unchanged: z.int(),
    faults: z.array(z.object({ line: z.int(), isbn: z.string(), reason: z.enum(PRICE_ROW_ERRORS) })),
  }),
  status: 200,
  errors: [],
});
export type PricePreview = z.output<typeof previewPrices.response>;

export const applyPrices = endpoint('applyPrices', {
  summary:
    'Change prices as a preview showed them. A format that is not as it was `before` stays and says what it is `now`; one that is as it should be is done.',
  tag: 'Back office',
  access: 'staff',
  permission: 'catalogue.write',
  rateLimit: 'write',
  body: z.object({
    rows: z
      .array(
        z.object({ isbn: z.string().check(z.regex(/^\d{13}$/)), before: offer, after: offer }).check(
          z.refine(({ after }) => after.member_price <= after.list_price, {
            path: ['after', 'member_price'],
            error: 'too_big',
          }),
        ),
      )
      .check(z.minLength(1), z.maxLength(MAX_PRICE_ROWS)),
  }),
  response: z.object({
    results: z.array(
      z.object({
        isbn: z.string(),
        error: z.nullable(z.enum(['not_found', 'edited_meanwhile'])),
        /** What a format that was edited meanwhile is now. */
        now: z.nullable(offer),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type PriceResult = z.output<typeof applyPrices.response>['results'][number];
