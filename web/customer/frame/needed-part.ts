import { lazy, type ComponentType } from 'react';
import { inTime } from '../load-script.ts';

/** A part that somebody asks for and must get: it is drawn once `bring` has its script (see `useBring`). */
export function neededPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const part = lazy(async () => ({ default: await load() }));
  return Object.assign(part, { bring: () => inTime(load()), prepare: () => void load().catch(() => {}) });
}
