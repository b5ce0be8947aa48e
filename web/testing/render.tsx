import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished, vi } from 'vitest';
import type * as z from 'zod/mini';
import type { Profile } from '#contract/sessions.ts';
import { declaredErrors, type BodyOf, type Endpoint, type ResponseOf } from '#contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode, type Problem } from '#contract/error-codes.ts';
import type { Locale } from '#domain/locale.ts';
import { storeSession } from '../browser/session-changes.ts';
import { storeProfile } from '../browser/session.ts';
import { loadMessages, LocaleProvider, type CustomerMessages } from '../customer/shell/locale.tsx';
import { ToastRegion } from '../customer/shell/toasts.tsx';
import { CUSTOMER } from './samples.ts';

/* What a component test needs: the languages, a router, and a server that keeps to the contract. */

type RenderOptions = {
  locale?: Locale;
  /** The path below `/customer`. */
  at?: string;
  /** Pages beside the rendered one, which is at every other path. */
  routes?: RouteObject[];
};

/** The files of messages that pages load by themselves. */
const PAGE_MESSAGES =
  'account admin alerts area books cart cart-page checkout common dashboard gift lists orders reviews security'.split(
    ' ',
  );

async function loadAllMessages(locale: Locale): Promise<CustomerMessages> {
  const loaded = PAGE_MESSAGES.map(async (name) => {
    const file = (await import(`../../messages/${locale}/${name}.json`)) as { default: unknown };
    return [name.replace('-page', 'Page'), file.default] as const;
  });
  return { ...(await loadMessages(locale)), ...Object.fromEntries(await Promise.all(loaded)) } as CustomerMessages;
}

/** Shows a component as the customer area does, with its toasts. */
export async function renderInArea(content: ReactNode, { locale = 'en', at = '/', routes = [] }: RenderOptions = {}) {
  const messages = await loadAllMessages(locale);
  const router = createMemoryRouter([...routes, { path: '*', element: <main>{content}</main> }], {
    initialEntries: [at],
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const { container } = render(
    <LocaleProvider initialLocale={locale} initialMessages={messages}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <ToastRegion />
    </LocaleProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  /** What stands on the page itself, beside toasts and dialogs. */
  const page = within(container.querySelector('main') ?? container);
  return { user: userEvent.setup({ delay: null }), page, router, queries, address };
}

type Answer<E> = ResponseOf<E> | Promise<ResponseOf<E>> | (() => ResponseOf<E> | Promise<ResponseOf<E>>);
type SentRequest = { endpoint: Endpoint; body: unknown; query: URLSearchParams; headers: Headers };
type Handler = { endpoint: Endpoint; answer: unknown };

/** A server's refusal, as an answer of {@link FakeServer}. */
export class Refusal {
  readonly problem: Problem;
  readonly headers: Record<string, string>;
  constructor(code: ErrorCode, detail: string, { headers = {}, ...rest }: RefusalDetails = {}) {
    this.problem = { type: 'about:blank', title: code, status: ERROR_CODES[code], code, detail, ...rest };
    this.headers = headers;
  }
}
type RefusalDetails = Pick<Problem, 'errors' | 'cart' | 'lines'> & { headers?: Record<string, string> };

class Offline extends TypeError {}

/** Takes the place of the network: answers by the contract, and fails the test for what the contract does not allow. */
export class FakeServer {
  readonly #handlers: Handler[] = [];
  readonly #requests: SentRequest[] = [];

  constructor() {
    const faults: Error[] = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
      this.#respond(path, init).catch((error: Error) => {
        if (!(error instanceof Offline) && !init.signal?.aborted) faults.push(error);
        throw error;
      }),
    );
    onTestFinished(() => {
      if (faults[0]) throw faults[0];
    });
  }

  /** Answers an endpoint from now on. */
  on<E extends Endpoint>(endpoint: E, answer: Answer<E> | Refusal | 'offline'): this {
    this.#handlers.unshift({ endpoint, answer });
    return this;
  }

  /** Answers an endpoint once the test lets it. */
  hold<E extends Endpoint>(endpoint: E): (answer: ResponseOf<E> | Refusal) => void {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#handlers.unshift({ endpoint, answer: promise });
    return resolve;
  }

  /** The bodies that an endpoint was sent, oldest first. */
  bodiesOf<E extends Endpoint>(endpoint: E): BodyOf<E>[] {
    return this.requestsOf(endpoint).map(({ body }) => body as BodyOf<E>);
  }

  requestsOf(endpoint: Endpoint): SentRequest[] {
    return this.#requests.filter((one) => one.endpoint === endpoint);
  }

  async #respond(target: string, { method = 'GET', body, headers, signal }: RequestInit): Promise<Response> {
    const { pathname, searchParams: query } = new URL(target, 'https://shop.example');
    const handler = this.#handlers.find(({ endpoint }) => endpoint.method === method && isPathOf(endpoint, pathname));
    if (!handler) throw new Error(`The test has no answer to ${method} ${pathname}.`);
    const { endpoint } = handler;
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : undefined;
    this.#requests.push({ endpoint, body: sent, query, headers: new Headers(headers) });
    if (endpoint.body) (endpoint.body as z.ZodMiniType).parse(sent);
    const answer: unknown = await (typeof handler.answer === 'function' ? handler.answer() : handler.answer);
    signal?.throwIfAborted();
    if (answer === 'offline') throw new Offline();
    if (answer instanceof Refusal) return refuse(endpoint, answer);
    if (endpoint.status === 204) return new Response(null, { status: 204 });
    if (endpoint.contentType) return new Response(String(answer), { status: endpoint.status });
    return Response.json((endpoint.response as z.ZodMiniType).parse(answer), { status: endpoint.status });
  }
}

function refuse(endpoint: Endpoint, { problem, headers }: Refusal): Response {
  if (!declaredErrors(endpoint).has(problem.code))
    throw new Error(`${endpoint.path} does not declare the error ${problem.code}.`);
  return Response.json(problem, { status: problem.status, headers });
}

function isPathOf({ path }: Endpoint, pathname: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
}

/** Signs a customer in, in this browser. */
export function signIn(changes: Partial<Profile> = {}): Profile {
  const customer = { ...CUSTOMER, ...changes };
  storeSession({ token: 'token', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  storeProfile(customer);
  return customer;
}

/** What an element says, with every space a plain one and without the marks of direction. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? '')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
