import {
  contactPath,
  CUSTOMER_AREA,
  SHOP_PAGES,
  type ShopView,
  guestClosePath,
  guestReplyPath,
} from '#contract/pages.ts';
import type { FormState } from '#contract/forms.ts';
import type { TicketReply } from '#contract/tickets.ts';
import { ContactDetails } from './info-pages.tsx';
import { InLanguage, PageBody } from './text-page.tsx';
import { useLocalePath, useShopTranslations, usePageRequest } from '../shop-context.tsx';
import { formatDateTime, formatDay } from '#domain/dates.ts';
import type { ReactNode } from 'react';

type ContactView = Extract<ShopView, { page: 'contact' }>;
type OpenContactView = Exclude<ContactView, { isSent: true }>;

/** How to reach the shop, and a form for whoever has no account; whoever has one asks from there. */
export function ContactPage({ view }: { view: ContactView }) {
  const t = useShopTranslations();
  if (view.isSent) return <ContactSent />;
  return (
    <article className="prose">
      <h1>
        <InLanguage language={view.text.language}>{view.text.title}</InLanguage>
      </h1>
      <ContactDetails />
      <PageBody text={view.text} />
      <OpenTicketLink view={view} />
      <div className="for-guest">
        <p>{t('contactForm.reply')}</p>
        <ContactForm view={view} />
      </div>
    </article>
  );
}

function ContactSent() {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <article className="prose">
      <h1>{t('contactForm.sentTitle')}</h1>
      <p>{t('contactForm.sentText')}</p>
      <p>
        <a className="button button-quiet" href={link(SHOP_PAGES.contact)}>
          {t('contactForm.sentAgain')}
        </a>
      </p>
    </article>
  );
}

/** A subject that asks for what was searched in vain, within what a subject may be. */
function useSuggestedSubject({ words }: OpenContactView): string | undefined {
  const t = useShopTranslations();
  if (!words) return undefined;
  return t('contactForm.searchRequest', { words })
    .slice(0, 150)
    .replace(/[\uD800-\uDBFF]$/, '');
}

function OpenTicketLink({ view }: { view: OpenContactView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const subject = useSuggestedSubject(view);
  const page = link(view.words ? contactPath(view.words) : SHOP_PAGES.contact);
  const asked = new URLSearchParams({ new: '1', page, ...(subject && { subject }) });
  return (
    <div className="for-member">
      <p>{t('contactForm.signedIn')}</p>
      <p>
        <a className="button" href={`${CUSTOMER_AREA}/tickets?${asked}`}>
          {t('contactForm.fromAccount')}
        </a>
      </p>
    </div>
  );
}

function ContactForm({ view }: { view: OpenContactView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { form } = view;
  const subject = useSuggestedSubject(view);
  return (
    <form method="post" action={link(SHOP_PAGES.contact)} className="plain-form" noValidate>
      <h2>{t('contactForm.title')}</h2>
      <FormError form={form}>{t('contactForm.invalid')}</FormError>
      <FormField form={form} name="name" label={t('contactForm.name')}>
        {(wiring) => <input type="text" maxLength={100} autoComplete="name" dir="auto" {...wiring} />}
      </FormField>
      <FormField form={form} name="email" label={t('contactForm.email')} hint={t('contactForm.emailHint')}>
        {(wiring) => <input type="email" maxLength={254} autoComplete="email" dir="ltr" {...wiring} />}
      </FormField>
      <FormField form={form} name="subject" label={t('contactForm.subject')} initialValue={subject}>
        {(wiring) => <input type="text" maxLength={150} autoComplete="off" dir="auto" {...wiring} />}
      </FormField>
      <FormField form={form} name="message" label={t('contactForm.message')}>
        {(wiring) => <textarea rows={7} maxLength={10_000} dir="auto" {...wiring} />}
      </FormField>
      <p>
        <button className="button">{t('contactForm.send')}</button>
      </p>
    </form>
  );
}

type TicketView = Extract<ShopView, { page: 'ticket' }>;

/** The ticket that a guest's mailed link names, with a form to write back. */
export function TicketPage({ view: { ticket, form } }: { view: TicketView }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  return (
    <section className="order-page">
      <header>
        <h1>{t('ticket.title', { number: ticket.number })}</h1>
        <p>
          <bdi>{ticket.subject}</bdi>
        </p>
        <p>{t('ticket.opened', { date: formatDay(ticket.created_at, locale) })}</p>
      </header>
      <p className="alert">
        <b>{t(`ticket.statuses.${ticket.status}`)}</b> {t(`ticket.next.${ticket.status}`, { email: ticket.email })}
      </p>
      <section>
        <h2>{t('ticket.conversation')}</h2>
        <ol className="replies">
          {ticket.messages.map((reply) => (
            <TicketMessage key={reply.id} reply={reply} />
          ))}
        </ol>
      </section>
      <ReplyForm form={form} />
      {ticket.status !== 'closed' && <CloseTicketForm />}
      <footer>
        <p>
          {t('ticket.createAccount', { email: ticket.email })}{' '}
          <a href="/customer/auth/register">{t('ticket.register')}</a>
        </p>
      </footer>
    </section>
  );
}

function TicketMessage({ reply: { author, name, message, at } }: { reply: TicketReply }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  return (
    <li className={`reply is-${author}`}>
      <p className="reply-head">
        <b>
          <bdi>{name}</bdi>
        </b>
        {author === 'staff' && <span className="tag">{t('ticket.staff')}</span>}
        <time dateTime={at}>{formatDateTime(at, locale)}</time>
      </p>
      <p className="reply-text" dir="auto">
        {message}
      </p>
    </li>
  );
}

/** The page's own address ends with the token. */
function useTicketToken(): string {
  return usePageRequest().path.split('/').at(-1)!;
}

function ReplyForm({ form }: { form: TicketView['form'] | undefined }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <form method="post" action={link(guestReplyPath(useTicketToken()))} className="plain-form" noValidate>
      <FormError form={form}>{t('contactForm.invalid')}</FormError>
      <FormField form={form} name="message" label={t('ticket.reply')}>
        {(wiring) => <textarea rows={5} maxLength={10_000} dir="auto" {...wiring} />}
      </FormField>
      <p>
        <button className="button">{t('ticket.send')}</button>
      </p>
    </form>
  );
}

function CloseTicketForm() {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <form method="post" action={link(guestClosePath(useTicketToken()))}>
      <button className="button button-quiet">{t('ticket.close')}</button>
    </form>
  );
}

type ControlProps = {
  id: string;
  name: string;
  defaultValue: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
};
type FormFieldProps = {
  /** The form as it came back, if it did. */
  form: FormState | undefined;
  name: string;
  label: string;
  hint?: string;
  initialValue?: string | undefined;
  children: (wiring: ControlProps) => ReactNode;
};

/** A control of a form that works without scripts, with what was typed and what is wrong with it. */
export function FormField({ form, name, label, hint, initialValue = '', children }: FormFieldProps) {
  const error = form?.errors[name];
  const id = `form-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        defaultValue: form?.values[name] ?? initialValue,
        'aria-invalid': error !== undefined,
        'aria-describedby': `${id}-note`,
      })}
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </div>
  );
}

/** Why a form came back: `children` where fields are wrong. */
export function FormError({ form, children }: { form: FormState | undefined; children: ReactNode }) {
  const isWrong = form !== undefined && Object.keys(form.errors).length > 0;
  if (!form?.error && !isWrong) return null;
  return (
    <p className="alert alert-danger" role="alert">
      {form?.error ?? children}
    </p>
  );
}

/** Ends the emails that ask for reviews, once the button is pressed. */
export function UnsubscribePage({ isDone }: { isDone: boolean }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { path } = usePageRequest();
  return (
    <article className="prose">
      <h1>{t('unsubscribe.title')}</h1>
      {isDone ? (
        <>
          <p role="status">{t('unsubscribe.done')}</p>
          <p>
            <a href={`${CUSTOMER_AREA}/profile#emailPreferences`}>{t('unsubscribe.profile')}</a>
          </p>
        </>
      ) : (
        <form method="post" action={link(path)}>
          <p>{t('unsubscribe.text')}</p>
          <p>
            <button className="button">{t('unsubscribe.confirm')}</button>
          </p>
        </form>
      )}
    </article>
  );
}
