import { formatDateTime } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import { buttonBlock, textBlock, type EmailContent } from './email-content.ts';

/** The data of emails about how an account is signed in to. */
export type SecurityEmails = {
  /** `link` leads to the list of devices, `resetLink` to a new password. */
  new_device: { name: string; at: string; ip: string; device?: string; link: string; resetLink: string };
};

export const SECURITY_TEMPLATES = { new_device: newDeviceEmail };

function newDeviceEmail(
  { name, at, ip, device, link, resetLink }: SecurityEmails['new_device'],
  locale: Locale,
  shop: string,
): EmailContent {
  const t = getTranslator(locale);
  const where: [string, string][] = [
    [t('server.emails.new_device.time'), formatDateTime(at, locale)],
    [t('server.emails.new_device.address'), ip],
  ];
  return {
    subject: t('server.emails.new_device.subject', { shop }),
    greeting: t('server.emails.greeting', { name }),
    blocks: [
      textBlock(t('server.emails.new_device.text', { shop })),
      { type: 'rows', rows: device === undefined ? where : [[t('server.emails.new_device.device'), device], ...where] },
      textBlock(t('server.emails.new_device.yours')),
      textBlock(t('server.emails.new_device.notYours')),
      buttonBlock(t('server.emails.new_device.button'), link),
      { type: 'link', text: t('server.emails.new_device.reset'), link: resetLink },
    ],
  };
}
