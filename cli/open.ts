import type { Config } from '../server/config.ts';
import { openPostgresBeside, type OpenPostgres } from '../server/db/open-postgres.ts';
import { openShop } from '../server/shop.ts';
import { noteOperator } from './note-operator.ts';
import { requireCurrent } from './require-current.ts';
import type { Answer, Call, Verb } from './verb.ts';

/** Runs a verb with what it needs open, and closes that again whatever comes. */
export async function runVerb(verb: Verb, call: Call, config: Config): Promise<Answer> {
  if (verb.opens === 'nothing') return verb.run(call, config);
  const postgres = await openPostgresBeside(config, say);
  const signals = stopOnSignals(postgres);
  try {
    if (verb.opens === 'database') return await verb.run(call, postgres.connect);
    return await runInShop(verb, call, { config, postgres });
  } catch (error) {
    if (signals.isStopping()) await new Promise(() => {});
    throw error;
  } finally {
    await postgres.stop();
    signals.forget();
  }
}

type InShop = { config: Config; postgres: OpenPostgres };

async function runInShop(
  verb: Extract<Verb, { opens: 'shop' }>,
  call: Call,
  { config, postgres }: InShop,
): Promise<Answer> {
  const { connect } = postgres;
  await requireCurrent(connect);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const shop = await openShop({ config, publicUrl, connect, onError: () => {}, worksJobs: false });
  try {
    const answer = await verb.run(call, shop);
    const about = nameOf(answer.data) ?? call.words[0] ?? '';
    if (verb.changes) await noteOperator(shop.deps.db, { verb: verb.name, about });
    return answer;
  } finally {
    await shop.close();
  }
}

/** What the trail may call a thing for ever: its number, code or id, never somebody's address. */
function nameOf(data: unknown): string | undefined {
  const { number, code, id } = (data ?? {}) as Partial<Record<'number' | 'code' | 'id', string>>;
  return number ?? code ?? id;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** On Ctrl-C an embedded database of ours is stopped cleanly; what was not committed was never there. */
function stopOnSignals(postgres: OpenPostgres): { isStopping(): boolean; forget(): void } {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    process.stderr.write('Stopped before the end.\n');
    void postgres.stop().finally(() => process.exit(130));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    isStopping: () => isStopping,
    forget: () => SIGNALS.forEach((signal) => process.off(signal, stop)),
  };
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
