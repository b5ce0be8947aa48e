import { workImports, type ImportWork } from './work-imports.ts';

/** Works imports in the background of a server, one turn at a time. */
export class ImportWorker {
  readonly #work: ImportWork;
  readonly #controller = new AbortController();
  #turn: Promise<unknown> | undefined;
  #isAwakened = false;

  constructor(work: Omit<ImportWork, 'signal'>) {
    this.#work = { ...work, signal: this.#controller.signal };
  }

  /** Looks for work, now or once the work in hand is done. */
  wake(): void {
    this.#isAwakened = true;
    this.#turn ??= this.#run().finally(() => (this.#turn = undefined));
  }

  /** Ends after the batch in hand; what is left goes on with the next start. */
  async stop(): Promise<void> {
    this.#controller.abort();
    await this.#turn;
  }

  async #run(): Promise<void> {
    while (this.#isAwakened && !this.#controller.signal.aborted) {
      this.#isAwakened = false;
      await workImports(this.#work).catch((error: unknown) => this.#work.onError(error as Error));
    }
  }
}
