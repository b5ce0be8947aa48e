import { formatDateTime } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import { buttonBlock, defangLinks, textBlock, type EmailContent } from './email-content.ts';

type SecurityChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_step_on'
  | 'second_step_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'reset';

/** The data of emails about how an account is signed in to. */
export type SecurityEmails = {
  /** `words`: what the customer calls the passkey. */
  security_changed: { name: string; change: SecurityChange; words?: string; link: string };
  /** `inviter`: the name of whoever invites; the link is removed once the email is sent. */
  staff_invitation: { inviter: string; expiresAt: string; link?: string };
  /** `link` leads to the list of devices, `resetLink` to a new password. */
  new_device: { name: string; at: string; ip: string; device?: string; link: string; resetLink: string };
};

export const SECURITY_TEMPLATES = {
  new_device: newDeviceEmail,
  security_changed: securityChangedEmail,
  staff_invitation: staffInvitationEmail,
};

function securityChangedEmail(
  { name, change, words = '', link }: SecurityEmails['security_changed'],
  locale: Locale,
  shop: string,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t(`server.emails.security_changed.${change}.subject`, { shop }),
    greeting: t('server.emails.greeting', { name }),
    blocks: [
      textBlock(t(`server.emails.security_changed.${change}.text`, { name: words })),
      textBlock(t('server.emails.security_changed.notYours')),
      buttonBlock(t('server.emails.security_changed.button'), link),
    ],
  };
}

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

function staffInvitationEmail(
  { inviter, expiresAt, link }: SecurityEmails['staff_invitation'],
  locale: Locale,
  shop: string,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.staff_invitation.subject', { shop }),
    blocks: [
      textBlock(t('server.emails.staff_invitation.text', { inviter: defangLinks(inviter), shop })),
      ...(link === undefined ? [] : [buttonBlock(t('server.emails.staff_invitation.button'), link)]),
      textBlock(t('server.emails.staff_invitation.expires', { when: formatDateTime(expiresAt, locale) })),
      textBlock(t('server.emails.staff_invitation.ignore')),
    ],
  };
}
