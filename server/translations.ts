import { createTranslator } from 'use-intl/core';
import type { FieldIssue, ErrorCode } from '#contract/error-codes.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import type { Translated } from '#messages/translated.ts';
import de from '#messages/de/server.json' with { type: 'json' };
import deCommon from '#messages/de/common.json' with { type: 'json' };
import deCustomer from '#messages/de/customer.json' with { type: 'json' };
import deImports from '#messages/de/admin-imports.json' with { type: 'json' };
import en from '#messages/en/server.json' with { type: 'json' };
import enCommon from '#messages/en/common.json' with { type: 'json' };
import enCustomer from '#messages/en/customer.json' with { type: 'json' };
import enImports from '#messages/en/admin-imports.json' with { type: 'json' };
import fa from '#messages/fa/server.json' with { type: 'json' };
import faCommon from '#messages/fa/common.json' with { type: 'json' };
import faCustomer from '#messages/fa/customer.json' with { type: 'json' };
import faImports from '#messages/fa/admin-imports.json' with { type: 'json' };
import fr from '#messages/fr/server.json' with { type: 'json' };
import frCommon from '#messages/fr/common.json' with { type: 'json' };
import frCustomer from '#messages/fr/customer.json' with { type: 'json' };
import frImports from '#messages/fr/admin-imports.json' with { type: 'json' };
import pt from '#messages/pt/server.json' with { type: 'json' };
import ptCommon from '#messages/pt/common.json' with { type: 'json' };
import ptCustomer from '#messages/pt/customer.json' with { type: 'json' };
import ptImports from '#messages/pt/admin-imports.json' with { type: 'json' };
import { TIME_ZONE } from '#domain/dates.ts';

const ENGLISH = { server: en, common: enCommon, customer: enCustomer, adminImports: enImports };
type ServerMessages = typeof ENGLISH;

/** Keys and values are typed by English. */
const MESSAGES = {
  en: ENGLISH,
  fa: { server: fa, common: faCommon, customer: faCustomer, adminImports: faImports },
  de: { server: de, common: deCommon, customer: deCustomer, adminImports: deImports },
  fr: { server: fr, common: frCommon, customer: frCustomer, adminImports: frImports },
  pt: { server: pt, common: ptCommon, customer: ptCustomer, adminImports: ptImports },
} satisfies Record<Locale, Translated<ServerMessages>> as unknown as Record<Locale, ServerMessages>;

type Translator = ReturnType<typeof createLocaleTranslator>;

const TRANSLATORS = Object.fromEntries(LOCALES.map((locale) => [locale, createLocaleTranslator(locale)])) as Record<
  Locale,
  Translator
>;

/** The server's messages in a language: errors, emails, names of formats and subjects. */
export function getTranslator(locale: Locale): Translator {
  return TRANSLATORS[locale];
}

/** The message for an error code. */
export function errorMessage(locale: Locale, code: ErrorCode, seconds = 0): string {
  return getTranslator(locale)(`server.errors.${code}`, { wait: retryDelayText(locale, seconds) });
}

/** When to come back: seconds while they can be counted, then minutes, then hours. */
function retryDelayText(locale: Locale, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 100) return getTranslator(locale)('server.wait.seconds', { count: seconds });
  if (minutes < 100) return getTranslator(locale)('server.wait.minutes', { count: minutes });
  return getTranslator(locale)('server.wait.hours', { count: Math.ceil(minutes / 60) });
}

/** The message for an invalid field. */
export function fieldErrorMessage(locale: Locale, fault: FieldIssue): string {
  return getTranslator(locale)(`customer.fields.${fault.key}`, { limit: String(fault.values?.limit ?? '') });
}

function createLocaleTranslator(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], timeZone: TIME_ZONE });
}
