/** What a generator yields; the next one is made while the caller deals with the last. */
export async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = batches.next();
      // It may fail before it is waited for.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await batches.return(undefined);
  }
}
