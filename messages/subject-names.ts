import { nearestSubject } from '#domain/catalogue/subject.ts';
import type { Locale } from '#domain/locale.ts';
import de from './de/subjects.json' with { type: 'json' };
import en from './en/subjects.json' with { type: 'json' };
import fa from './fa/subjects.json' with { type: 'json' };
import fr from './fr/subjects.json' with { type: 'json' };
import pt from './pt/subjects.json' with { type: 'json' };

/** All languages: for the server only. */
const NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { de, en, fa, fr, pt };

/** The name of a subject, else of its nearest known ancestor, else the code itself. */
export function subjectName(code: string, locale: Locale): string {
  const known = nearestSubject(code);
  return (known !== undefined && NAMES[locale][known]) || code;
}
