import { lazy, type ComponentType } from 'react';
import { inTime } from '../load-script.ts';

/** A part that somebody asks for and must get: it is drawn once `bring` has its script (see `useBring`). */
export function neededPart<Props>(load: () => Promise<ComponentType<Props>>) {
  let hasCome = false;
  const fetch = async () => {
    const part = await load();
    hasCome = true;
    return part;
  };
  const part = lazy(async () => ({ default: await fetch() }));
  const bring = () => inTime(fetch());
  return Object.assign(part, { isThere: () => hasCome, bring, prepare: () => void fetch().catch(() => {}) });
}
