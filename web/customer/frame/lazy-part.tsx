import { lazy, type ComponentType } from 'react';
import { loadScript } from '../load-script.ts';

/** A part of the page that comes when it is needed. Where it cannot be had, the page goes on without it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}

/** A part that somebody asks for and must get: it has its time and its second chance. `prepare` fetches it ahead. */
export function neededPart<Props>(name: string, load: () => Promise<ComponentType<Props>>) {
  const target = () => location.href;
  const part = lazy(async () => ({ default: await loadScript({ name, load, target }) }));
  return Object.assign(part, { prepare: () => void load().catch(() => {}) });
}
