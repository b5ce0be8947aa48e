import { lazy, type ComponentType } from 'react';

/** A part of the page that comes when it is needed. Where it cannot be had, the page goes on without it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}
