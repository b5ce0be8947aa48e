import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import { addReport, AREA } from './reports.ts';
import { currentPage } from './send-reports.ts';
import { traceRequests } from './trace-requests.ts';

/* What the customer area and the back office load after their pages. The shop's measure with less: `web/shop/vitals.ts`. */

traceRequests();
const page = currentPage(AREA);
for (const observe of [onLCP, onINP, onCLS, onTTFB])
  observe(({ name, value }) => addReport({ type: 'vital', name: name as 'LCP', value, page }));
