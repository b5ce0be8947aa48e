/** What browsers and systems write into their user agent, the more particular first. */
const BROWSERS = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const;

type Names = readonly (readonly [RegExp, string])[];

/** A device in two names as `Firefox · Android`, or nothing where its user agent says neither. */
export function deviceName(userAgent: string): string | undefined {
  const names = [BROWSERS, SYSTEMS].map((known) => nameIn(known, userAgent)).filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : undefined;
}

function nameIn(known: Names, userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}
