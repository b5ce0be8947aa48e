import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { QueryAnswer, QueryCall, QueryMethod, QueryMethods } from './index/query-thread.ts';

type ResultOf<M extends QueryMethod> = ReturnType<QueryMethods[M]>;

/** The thread that answers searches, as calls. */
export type QueryThread = {
  call: <M extends QueryMethod>(method: M, ...args: Parameters<QueryMethods[M]>) => Promise<ResultOf<M>>;
  stop: () => Promise<unknown>;
};

type Waiting = { resolve: (value: unknown) => void; reject: (error: unknown) => void };

export function startQueryThread({
  onError,
  onEnd,
}: {
  onError: (error: Error) => void;
  onEnd: () => void;
}): QueryThread {
  const waiting = new Map<number, Waiting>();
  let [lastId, hasEnded] = [0, false];
  const worker = new Worker(join(import.meta.dirname, 'index/query-thread.ts'));
  worker.on('message', ({ id, json, error }: QueryAnswer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(json === undefined ? undefined : JSON.parse(json));
    else call?.reject(error);
  });
  worker.on('error', onError);
  worker.on('exit', () => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new Error(ENDED));
    onEnd();
  });
  return {
    call: <M extends QueryMethod>(method: M, ...args: Parameters<QueryMethods[M]>) => {
      if (hasEnded) return Promise.reject(new Error(ENDED));
      const call: QueryCall = { id: (lastId += 1), method, args };
      return new Promise<ResultOf<M>>((resolve, reject) => {
        waiting.set(call.id, { resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage(call);
      });
    },
    stop: () => worker.terminate(),
  };
}

const ENDED = 'The search thread ended.';
