import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, type LocalJWKSet } from 'jose';
import { readJson } from './read-json.ts';

/** Milliseconds: keys older than this are read anew; for an unknown key they are, but not more often than that. */
const KEPT = 10 * 60_000;
const PAUSE = 30_000;

/**
 * A provider's keys by the header of a token: read once and kept for ten minutes; for a key that is not among them once
 * more, so that a provider may change its keys at any time and nobody can make us ask it without end.
 */
export function keysAt(address: () => Promise<string>): JWTVerifyGetKey {
  let held: { keys: LocalJWKSet; readAt: number } | undefined;
  let reading: Promise<LocalJWKSet> | undefined;
  let mayAskAgainAt = 0;
  const read = (): Promise<LocalJWKSet> => {
    reading ??= (async () => {
      const keys = createLocalJWKSet((await readJson(await address())) as JSONWebKeySet);
      held = { keys, readAt: performance.now() };
      return keys;
    })().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return async (header, token) => {
    const keys = held && performance.now() - held.readAt < KEPT ? held.keys : await read();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || performance.now() < mayAskAgainAt) throw error;
      mayAskAgainAt = performance.now() + PAUSE;
      return (await read())(header, token);
    }
  };
}
