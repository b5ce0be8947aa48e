import { createTranslator } from 'use-intl/core';
import type { FieldFault } from '#contract/field-errors.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import de from '#messages/de/server.ts';
import deCommon from '#messages/de/common.ts';
import en from '#messages/en/server.ts';
import enCommon from '#messages/en/common.ts';
import fa from '#messages/fa/server.ts';
import faCommon from '#messages/fa/common.ts';
import fr from '#messages/fr/server.ts';
import frCommon from '#messages/fr/common.ts';
import pt from '#messages/pt/server.ts';
import ptCommon from '#messages/pt/common.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';

const MESSAGES = {
  en: { server: en, common: enCommon },
  fa: { server: fa, common: faCommon },
  de: { server: de, common: deCommon },
  fr: { server: fr, common: frCommon },
  pt: { server: pt, common: ptCommon },
};

type Words = ReturnType<typeof translator>;

const BY_LOCALE = Object.fromEntries(LOCALES.map((locale) => [locale, translator(locale)])) as Record<Locale, Words>;

/** The server's words in a language: refusals, mails, names of formats and subjects. */
export function words(locale: Locale): Words {
  return BY_LOCALE[locale];
}

/** The sentence for a refusal. */
export function refusalSentence(locale: Locale, code: RefusalCode, seconds = 0): string {
  return words(locale)(`server.refusals.${code}`, { wait: waitPhrase(locale, seconds) });
}

/** When to come back: seconds while they can be counted, then minutes, then hours. */
function waitPhrase(locale: Locale, seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 100) return words(locale)('server.wait.seconds', { count: seconds });
  if (minutes < 100) return words(locale)('server.wait.minutes', { count: minutes });
  return words(locale)('server.wait.hours', { count: Math.ceil(minutes / 60) });
}

/** The sentence for a refused field. */
export function faultSentence(locale: Locale, fault: FieldFault): string {
  return words(locale)(`common.fields.${fault.key}`, { limit: String(fault.values?.limit ?? '') });
}

function translator(locale: Locale) {
  return createTranslator({ locale, messages: MESSAGES[locale], timeZone: TIME_ZONE });
}
