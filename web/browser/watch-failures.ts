/** When an area asks for the vitals, which browsers keep: after what the page itself loads, in milliseconds. */
const REPORTS_AFTER_MS = 5000;

/** Reports an error, or an event of the window about one, to the server; what reports comes with the first. */
export function reportFailure(failure: unknown): void {
  import('./reports.ts').then(
    (reports) => reports.report(failure),
    () => {},
  );
}

/** Reports what fails in the page from now on. */
export function watchFailures(): void {
  addEventListener('error', reportFailure);
  addEventListener('unhandledrejection', reportFailure);
}

/** Reports what fails in a page of an area from now on, and later how fast it was. */
export function startReports(): void {
  watchFailures();
  setTimeout(() => import('./area-reports.ts').catch(() => {}), REPORTS_AFTER_MS);
}
