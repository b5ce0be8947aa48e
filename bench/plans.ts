import type pg from 'pg';

/* The plans of the statements that the shop sends, by PostgreSQL's auto_explain, which reports them to the client. */

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/** A statement with the pages of 8 kB that it read, and the tables that it read from end to end. */
export type Explained = { query: string; buffers: number; sequential: string[]; indexes: string[] };

export type PlanCollector = { take: () => Explained[] };

const SETTINGS: Record<string, string> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  client_min_messages: 'log',
};

/** Has every later connection to a database report its plans, or not any more. */
export async function explainEverything(superuser: pg.Client, database: string, isOn: boolean): Promise<void> {
  for (const [name, value] of Object.entries(SETTINGS))
    await superuser.query(`ALTER DATABASE ${database} ${isOn ? `SET ${name} = '${value}'` : `RESET ${name}`}`);
}

/** Collects what the connections of a pool report from now on; those that it has are closed, since what they report is not heard. */
export async function collectPlans(pool: pg.Pool): Promise<PlanCollector> {
  let found: Explained[] = [];
  pool.on('connect', (client) =>
    client.on('notice', ({ message }) => {
      const json = /plan:\n(\{.*)$/s.exec(message ?? '')?.[1];
      if (json !== undefined) found.push(explained(JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }));
    }),
  );
  while (pool.idleCount > 0) (await pool.connect()).release(true);
  return {
    take: () => {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

function explained({ 'Query Text': query, Plan: plan }: { 'Query Text': string; Plan: PlanNode }): Explained {
  const nodes = listNodes(plan);
  const sequential = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []));
  return {
    query: query.replaceAll(/\s+/g, ' ').trim(),
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    sequential: [...new Set(sequential)],
    indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
  };
}

function listNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(listNodes)];
}
