/** Tokens of user agents, the more specific first. */
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

type NamePatterns = readonly (readonly [RegExp, string])[];

/** The name of a device, such as `Firefox · Android`; undefined when the user agent names neither. */
export function deviceName(userAgent: string): string | undefined {
  const names = [BROWSERS, SYSTEMS].map((known) => nameIn(known, userAgent)).filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : undefined;
}

function nameIn(known: NamePatterns, userAgent: string): string | undefined {
  return known.find(([pattern]) => pattern.test(userAgent))?.[1];
}
