import { Agent, request as open } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Kind, MixedRequest } from './mixed-requests.ts';

/** One request and its answer: when it was due and how long it took from then, in milliseconds; status 0 is no answer. */
export type Answer = { kind: Kind; due: number; ms: number; status: number; retryAfter: string | undefined };

const TIMEOUT_MS = 10_000;
const TURN_MS = 4;

/** Sends requests over so many connections at most; those beyond wait for one. */
export class Sender {
  readonly #origin: string;
  readonly #connections: number;
  readonly #agent: Agent;

  constructor(origin: string, connections: number) {
    this.#origin = origin;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  }

  /**
   * Opens all connections, as a proxy's are before readers come: Node accepts one in a turn of its event loop, so that hundreds of
   * new ones at a busy server wait for seconds.
   */
  async openConnections(): Promise<void> {
    const health: MixedRequest = { kind: 'cached page', request: { path: '/healthz' } };
    await Promise.all(Array.from({ length: this.#connections }, () => this.send(health)));
  }

  /** `due`: when a reader wanted it, by `performance.now()`. Waiting for a connection counts. */
  send({ kind, request }: MixedRequest, due = performance.now()): Promise<Answer> {
    const { path = '/', method = 'GET', headers, body } = request;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const end = (status: number, retryAfter?: string) =>
      resolve({ kind, due, ms: performance.now() - due, status, retryAfter });
    const sent = open(this.#origin + path, { agent: this.#agent, method, headers: headers as Record<string, string> });
    const timer = setTimeout(() => sent.destroy(), TIMEOUT_MS);
    sent.on('response', (response) => {
      response.resume().on('end', () => {
        clearTimeout(timer);
        end(response.statusCode ?? 0, response.headers['retry-after']);
      });
      response.on('error', () => end(0));
    });
    sent.on('error', () => {
      clearTimeout(timer);
      end(0);
    });
    sent.end(body);
    return promise;
  }

  /** Readers who come whether or not others have been answered: `perSecond` requests for some seconds. */
  async sendAtRate(draw: () => MixedRequest, perSecond: number, seconds: number): Promise<Answer[]> {
    const begun = performance.now();
    const answers: Promise<Answer>[] = [];
    for (let passed = 0; passed < seconds * 1000; passed = performance.now() - begun) {
      while (answers.length < (passed * perSecond) / 1000)
        answers.push(this.send(draw(), begun + (answers.length * 1000) / perSecond));
      await wait(TURN_MS);
    }
    return Promise.all(answers);
  }

  /** As many readers as `clients`, each of whom waits for its answer before the next request. */
  async sendInTurns(draw: () => MixedRequest, clients: number, seconds: number): Promise<Answer[]> {
    const end = performance.now() + seconds * 1000;
    const answers: Answer[] = [];
    const reader = async () => {
      while (performance.now() < end) answers.push(await this.send(draw()));
    };
    await Promise.all(Array.from({ length: clients }, reader));
    return answers;
  }

  close(): void {
    this.#agent.destroy();
  }
}
