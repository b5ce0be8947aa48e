import { mkdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { Tracing } from '../telemetry/tracing.ts';

export type EmailMessage = {
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  locale: string;
  /** The link that ends emails of its kind. */
  unsubscribe?: string;
  /** Where answers go, if not to the sender. */
  replyTo?: string;
};

/** Sends one email, or throws. */
export type Mailer = (email: EmailMessage) => Promise<void>;

/** Sends by SMTP where `SMTP_URL` is set; else each email becomes an `.eml` file in `DATA_DIR/mail/`. */
export function openMailer(config: Config, tracing: Tracing): Mailer {
  const sender = () => config.mailFrom;
  const mailer = config.smtpUrl
    ? smtpMailer(config.smtpUrl, sender)
    : folderMailer(join(config.dataDir, 'mail'), sender);
  return (email) => tracing.span('send email', { kind: 'client' }, () => mailer(email));
}

function smtpMailer(url: string, sender: () => string): Mailer {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  const transport = nodemailer.createTransport({ url, ...timeouts });
  return async (email) => {
    await transport.sendMail({ from: sender(), ...envelope(email) });
  };
}

function folderMailer(folder: string, sender: () => string): Mailer {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return async (email) => {
    const { message } = await transport.sendMail({ from: sender(), ...envelope(email) });
    const name = `${email.messageId.replace(/[^\w.-]/g, '')}.eml`;
    const half = join(folder, `.${name}`);
    await writeFile(half, message as Buffer, { mode: 0o600 });
    await rename(half, join(folder, name));
  };
}

function envelope({ messageId, to, subject, text, html, locale, unsubscribe, replyTo }: EmailMessage) {
  const headers = { 'Content-Language': locale, ...(unsubscribe !== undefined && unsubscribeHeaders(unsubscribe)) };
  const answers = replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } };
  return { messageId, to: { name: '', address: to }, ...answers, subject, text, html, headers };
}

/** What lets mail clients unsubscribe with one press (RFC 8058). */
function unsubscribeHeaders(link: string) {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}
