import type { BrowserArea, BrowserReport } from '#contract/browser-reports.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { pageKind } from './page-kinds.ts';
import { withoutPersonalData } from '../without-personal-data.ts';

/** Counts what browsers report, and writes errors to the log. */
export function browserReportHandlers(metrics: Metrics): Pick<Handlers, 'reportFromBrowser'> {
  return {
    reportFromBrowser: async ({ body: { area, reports }, log }) => {
      for (const report of reports) {
        const page = pageKind(area, report.page);
        count(metrics, { area, page, report });
        if (report.type === 'vital') continue;
        const { kind, message, stack } = report;
        const described = {
          message: withoutPersonalData(message),
          ...(stack && { stack: withoutPersonalData(stack) }),
        };
        log.warn({ area, page, kind, ...described }, 'error in a browser');
      }
    },
  };
}

type Counted = { area: BrowserArea; page: string; report: BrowserReport };

function count({ vitals, layoutShifts, browserErrors }: Metrics, { area, page, report }: Counted): void {
  if (report.type === 'error') browserErrors.inc({ area, kind: report.kind });
  else if (report.name === 'CLS') layoutShifts.observe({ area, page }, report.value);
  else vitals.observe({ vital: report.name, area, page }, report.value / 1000);
}
