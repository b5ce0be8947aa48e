import type { BrowserReport } from '#contract/browser-reports.ts';
import { currentPage, sendReports } from '../browser/send-reports.ts';

type VitalName = Extract<BrowserReport, { type: 'vital' }>['name'];
/** What the entries of the observed types tell; each has only some of it. */
type Entry = Partial<LargestContentfulPaint & LayoutShift & PerformanceEventTiming> & PerformanceEntry;

/** Shifts that follow each other within so many milliseconds count together, for so many at most (web.dev/articles/cls). */
const SHIFT_GAP = 1000;
const SHIFT_SPAN = 5000;
/** Interactions that took fewer milliseconds are not asked for, except the first. */
const INTERACTION_MS = 40;

/** One page in so many reports: each report is counted against the limit of its address, in the database. */
const ONE_IN = 10;

/**
 * Reports of some pages how fast they were when they are left for the first time: what the areas' library measures, in few bytes. A
 * page that was opened where nobody saw it reports nothing.
 */
export function watchVitals(): void {
  if (Math.random() * ONE_IN > 1 || (document.visibilityState === 'hidden' && !document.prerendering)) return;
  const page = currentPage('shop');
  const values: Partial<Record<VitalName, number>> = {};
  let shift = 0;
  let shiftsFrom = 0;
  let shiftsUntil = -SHIFT_GAP;
  const [navigation] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?];
  const sinceShown = (time: number) => Math.max(0, time - (navigation?.activationStart ?? 0));
  const take = ({ startTime, duration, size, interactionId, value, hadRecentInput }: Entry) => {
    if (size) values.LCP = sinceShown(startTime);
    if (interactionId) values.INP = Math.max(values.INP ?? 0, duration);
    if (!value || hadRecentInput) return;
    if (startTime - shiftsUntil >= SHIFT_GAP || startTime - shiftsFrom >= SHIFT_SPAN) {
      shift = 0;
      shiftsFrom = startTime;
    }
    shiftsUntil = startTime;
    shift += value;
    values.CLS = Math.max(values.CLS!, shift);
  };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
  for (const type of PerformanceObserver.supportedEntryTypes) {
    if (type === 'layout-shift') values.CLS = 0;
    if (/^(largest-contentful-paint|layout-shift|first-input|event)$/.test(type))
      observer.observe({ type, buffered: true, durationThreshold: INTERACTION_MS });
  }
  addEventListener('visibilitychange', function leave() {
    if (document.visibilityState !== 'hidden') return;
    removeEventListener('visibilitychange', leave);
    observer.takeRecords().forEach(take);
    if (navigation) values.TTFB = sinceShown(navigation.responseStart);
    const measured = Object.entries(values) as [VitalName, number][];
    sendReports(
      'shop',
      measured.map(([name, value]) => ({ type: 'vital', name, value, page })),
    );
  });
}
