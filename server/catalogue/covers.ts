import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { product } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { coverFacts, coverOf, TITLE_COLUMNS, type TitleFacts } from './product-rows.ts';
import { parseCoverName } from '../covers/cover-path.ts';
import { drawCover } from '../covers/cover-art.ts';

/** The generated covers: each address names its content, so it is kept for ever. An old name gets today's cover, briefly. */
export function registerCovers(app: FastifyInstance, { db }: Deps): void {
  app.get<{ Params: { name: string } }>('/covers/:name', async ({ params }, reply) => {
    const id = parseCoverName(params.name) ?? refuse('not_found');
    const { rows } = await db.execute<TitleFacts>(
      sql`SELECT ${TITLE_COLUMNS} FROM ${product} WHERE ${product.id} = ${id}`,
    );
    const facts = rows[0] ?? refuse('not_found');
    const isCurrent = coverOf(facts) === `/covers/${params.name}`;
    return reply
      .type('image/svg+xml')
      .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
      .header('Content-Security-Policy', "default-src 'none'")
      .send(drawCover(coverFacts(facts)));
  });
}
