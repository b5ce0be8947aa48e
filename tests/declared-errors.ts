import type { FastifyInstance, InjectOptions } from 'fastify';
import { declaredErrors, type Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Problem } from '#contract/error-codes.ts';

type Inject = (options: InjectOptions | string) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>;

/** From now on a request fails whose endpoint answers with an error code that the contract does not declare for it. */
export function requireDeclaredErrors(app: FastifyInstance): void {
  const inject: Inject = app.inject.bind(app);
  const checked: Inject = async (options) => {
    const response = await inject(options);
    if (!String(response.headers['content-type']).startsWith('application/problem+json')) return response;
    const { method = 'GET', url = '' } = typeof options === 'string' ? { url: options } : options;
    const endpoint = typeof url === 'string' ? findEndpoint(method, url) : undefined;
    const { code } = response.json<Problem>();
    if (endpoint && !declaredErrors(endpoint).has(code))
      throw new Error(`${method} ${endpoint.path} answered ${code}, which its contract does not declare.`);
    return response;
  };
  app.inject = checked as FastifyInstance['inject'];
}

/** The endpoint of a request; a path without parameters comes first. */
function findEndpoint(method: string, url: string): Endpoint | undefined {
  const path = url.split('?')[0]!;
  const found = PATTERNS.filter((one) => one.endpoint.method === method && one.pattern.test(path));
  return (found.find(({ endpoint }) => endpoint.path === path) ?? found[0])?.endpoint;
}

const PATTERNS = (Object.values(ENDPOINTS) as Endpoint[]).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
