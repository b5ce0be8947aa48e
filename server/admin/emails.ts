import { asc } from 'drizzle-orm';
import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import { emailCoverPath } from '#contract/covers.ts';
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts';
import { requireFound } from '../api-error.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Deps } from '../context.ts';
import { product } from '../db/tables.ts';
import { emailContext } from '../emails/email-content.ts';
import { emailSamples, type EmailSamples, type SampleBook } from '../emails/email-samples.ts';
import { renderEmail, renderSubject, type EmailKind, type RenderedEmail } from '../emails/email-templates.ts';
import { emailPreviewPath } from '../emails/links.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { runAsStaff } from './staff-action.ts';

type Names = Extract<keyof typeof ADMIN_ROUTES, 'listEmailKinds' | 'previewEmail' | 'sendEmailExample'>;

export function emailHandlers(deps: Deps): Pick<Handlers, Names> {
  return {
    listEmailKinds: async ({ query: { locale = DEFAULT_LOCALE } }) => {
      const samples = await samplesOf(deps, locale);
      const kinds = Object.keys(samples) as EmailKind[];
      const subject = (kind: EmailKind) => renderSubject({ kind, data: samples[kind], locale }, deps.config.shopName);
      return { rows: kinds.map((kind) => ({ kind, subject: subject(kind) })) };
    },
    previewEmail: async ({ params: { kind }, query: { locale = DEFAULT_LOCALE } }) => {
      const { subject, text } = await renderEmailSample(deps, { kind, locale });
      return { subject, text, path: emailPreviewPath(deps, { kind, locale }) };
    },
    sendEmailExample: async ({ body: { kind: name, locale }, principal, client }) => {
      const samples = await samplesOf(deps, locale);
      const kind = requireKind(samples, name);
      const email = { kind, to: principal.email, locale, data: samples[kind] };
      await runAsStaff(deps, { principal, client }, { verb: 'email example', about: kind }, ({ db }) =>
        enqueueEmail(db, deps, email),
      );
      return { to: principal.email };
    },
  };
}

/** The example of a kind of email as the shop would send it now. Throws `not_found` for a kind that there is not. */
export async function renderEmailSample(
  deps: Deps,
  { kind, locale }: { kind: string; locale: Locale },
): Promise<RenderedEmail> {
  const samples = await samplesOf(deps, locale);
  const known = requireKind(samples, kind);
  return renderEmail(known, samples[known], emailContext(deps, locale));
}

function requireKind(samples: EmailSamples, name: string): EmailKind {
  return requireFound(Object.hasOwn(samples, name) ? (name as EmailKind) : undefined);
}

/** The examples with the first titles of the shop, which have covers to show. */
async function samplesOf({ db, publicUrl }: Deps, locale: Locale): Promise<EmailSamples> {
  const first = await db.select({ id: product.id }).from(product).orderBy(asc(product.id)).limit(2);
  const rows = await listProductRows(
    db,
    first.map(({ id }) => id),
  );
  const books = rows.map(({ title, cover }): SampleBook => ({ title, picture: publicUrl + emailCoverPath(cover) }));
  const [one = { title: 'Emma' }, other = one] = books;
  return emailSamples({ shopUrl: publicUrl, locale, books: [one, other] });
}
