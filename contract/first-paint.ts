import type { Locale } from '#domain/locale.ts';
import type { IdentityProviderInfo } from './sessions.ts';

/** The pages of the customer area that the server renders for their first paint, by their paths in it. */
export const PAINTED_PAGES = [
  '/auth/login',
  '/auth/register',
  '/checkout',
  '/dashboard',
  '/my-orders',
  '/my-books',
  '/my-address',
  '/my-transactions',
  '/wish-list',
  '/lists',
  '/alerts',
  '/reviews',
  '/tickets',
  '/profile',
] as const;
export type PaintedPage = (typeof PAINTED_PAGES)[number];

export type FirstPaintRequest = { page: PaintedPage; locale: Locale; provider: IdentityProviderInfo | null };
/** Who sees a page: all that a first paint can depend on of what only the browser knows. */
export type Visitor = `${'guest' | 'member'}-${'empty' | 'filled'}-cart`;
/**
 * The HTML of such a page, with its `<title>`, for some visitors: the whole page, or its frame, which is replaced once the
 * script has come.
 */
export type FirstPaint = { kind: 'whole' | 'frame'; visitors: readonly Visitor[]; html: string };
/** What is rendered of a page. A visitor for whom there is nothing sees nothing before the script. */
export type RenderFirstPaint = (request: FirstPaintRequest) => Promise<readonly FirstPaint[]>;
