import type { Locale } from '../domain/locale.ts';
import type { EmailContext } from '../server/emails/email-content.ts';
import { emailSamples, type EmailSamples } from '../server/emails/email-samples.ts';
import type { EmailKind } from '../server/emails/email-templates.ts';

const SHOP = 'https://shop.example';

/** The context of emails of a shop with every contact. */
export function sampleEmailContext(locale: Locale): EmailContext {
  const contact = [
    { text: 'hello@shop.example', link: 'mailto:hello@shop.example' },
    { text: '+60 3-2161 0000', link: 'tel:+60321610000' },
    { text: '12, Jalan Tun Razak, 50400 Kuala Lumpur' },
  ];
  return { locale, shop: 'Halaman', homeUrl: `${SHOP}/`, contact };
}

/** The data of an email of every kind, of a shop that sells these titles. */
export const EMAIL_SAMPLES: EmailSamples = emailSamples({
  shopUrl: SHOP,
  locale: 'en',
  books: [
    { title: 'Anne of Green Gables', picture: `${SHOP}/covers/1-00000001-small.png` },
    { title: 'شازده کوچولو', picture: `${SHOP}/covers/2-00000002-small.png` },
  ],
});

export const EMAIL_KINDS = Object.keys(EMAIL_SAMPLES) as EmailKind[];
