import { preferredLocale } from '#domain/locale.ts';
import { ApiError } from './api-error.ts';
import type { BuiltApp } from './app.ts';
import type { Deps } from './context.ts';
import { registerErrorHandler, sendProblem } from './http/error-responses.ts';
import { createFastify } from './http/fastify.ts';
import { LoadShedding } from './http/load-shedding.ts';
import { registerMonitoring } from './http/monitoring.ts';
import { findBackupState } from './maintenance/nightly-backup.ts';
import { settingsChannel, SETTINGS_CHANGED } from './shop-settings/shop-settings.ts';
import { createMetrics } from './telemetry/metrics.ts';

/** What a process that only works jobs answers: health checks and metrics, not found for everything else. */
export async function buildWorkerApp(deps: Deps): Promise<BuiltApp> {
  const shedding = new LoadShedding(undefined);
  const app = await createFastify(deps.config, { log: deps.log, shedding });
  registerErrorHandler(app, undefined);
  const metrics = createMetrics();
  const drain = registerMonitoring(app, deps, {
    metrics,
    shedding,
    findBackups: deps.config.backupFolder === undefined ? undefined : () => findBackupState(deps.db),
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, new ApiError('not_found'), preferredLocale(request.headers['accept-language'])),
  );
  return {
    app,
    drain,
    metrics: metrics.registry,
    publishAssets: async () => {},
    channels: { [SETTINGS_CHANGED]: settingsChannel(deps) },
  };
}
