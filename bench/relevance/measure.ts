import type { FastifyInstance } from 'fastify';
import type { ProductPage, Suggestion } from '#contract/products.ts';
import type { RelevanceQuery } from './queries.ts';

/** How many queries of a kind found their title first, among the first three and the first eight; the mean of 1/rank. */
export type Figures = { queries: number; first: number; firstThree: number; firstEight: number; mrr: number };

const AT_ONCE = 4;

/** Asks a shop every query over HTTP; `onMiss` is told each one whose title did not come first, with its rank if any. */
export async function measureRelevance(
  app: FastifyInstance,
  queries: readonly RelevanceQuery[],
  onMiss: (query: RelevanceQuery, rank: number | undefined) => void = () => {},
): Promise<Record<string, Figures>> {
  const ranks: (number | undefined)[] = [];
  for (let start = 0; start < queries.length; start += AT_ONCE)
    ranks.push(...(await Promise.all(queries.slice(start, start + AT_ONCE).map((query) => findRank(app, query)))));
  for (const [index, query] of queries.entries()) if (ranks[index] !== 1) onMiss(query, ranks[index]);
  const kinds = Map.groupBy(queries.keys(), (index) => queries[index]!.kind);
  return Object.fromEntries([...kinds].map(([kind, places]) => [kind, sumUp(places.map((place) => ranks[place]))]));
}

function sumUp(ranks: readonly (number | undefined)[]): Figures {
  const within = (most: number) => ranks.filter((rank) => rank !== undefined && rank <= most).length;
  const mrr = ranks.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0) / ranks.length;
  return { queries: ranks.length, first: within(1), firstThree: within(3), firstEight: within(8), mrr: round(mrr) };
}

/** The place of the wanted title in the first page of the answer, from 1; undefined where it is not there. */
async function findRank(app: FastifyInstance, { kind, query, title, language }: RelevanceQuery) {
  const isSuggestion = kind === 'suggestions after 60 percent';
  const path = isSuggestion ? '/api/site/suggest' : '/api/site/products';
  const response = await app.inject({ url: `${path}?${new URLSearchParams({ q: query })}` });
  if (response.statusCode !== 200) throw new Error(`"${query}" was answered with ${response.statusCode}.`);
  const place = isSuggestion
    ? response.json<{ items: Suggestion[] }>().items.findIndex((item) => item.kind === 'title' && item.text === title)
    : response.json<ProductPage>().rows.findIndex((row) => row.title === title && row.language === language);
  return place < 0 ? undefined : place + 1;
}

export function formatFigures(figures: Readonly<Record<string, Figures>>): string {
  const rows = Object.entries(figures).map(([kind, { queries, first, firstThree, firstEight, mrr }]) => {
    const shares = [first, firstThree, firstEight].map((count) => `${Math.round((100 * count) / queries)} %`);
    return `| ${[kind, queries, ...shares, mrr.toFixed(2)].join(' | ')} |`;
  });
  return ['| Query | Queries | at 1 | at 3 | at 8 | MRR |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

function round(figure: number): number {
  return Math.round(figure * 1000) / 1000;
}
