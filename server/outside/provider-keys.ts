import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, type LocalJWKSet } from 'jose';
import { readJson } from './read-json.ts';

/** Milliseconds after which keys are read anew, and for which nobody makes us ask for an unknown one again. */
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
  /** Keys that are newer than these; nothing where they were asked for a moment ago. */
  const newerThan = async (keys: LocalJWKSet): Promise<LocalJWKSet | undefined> => {
    if (held && held.keys !== keys) return held.keys;
    if (!reading && performance.now() < mayAskAgainAt) return undefined;
    mayAskAgainAt = performance.now() + PAUSE;
    return read();
  };
  return async (header, token) => {
    const keys = held && performance.now() - held.readAt < KEPT ? held.keys : await read();
    try {
      return await keys(header, token);
    } catch (error) {
      const newer = error instanceof errors.JWKSNoMatchingKey ? await newerThan(keys) : undefined;
      if (!newer) throw error;
      return newer(header, token);
    }
  };
}
