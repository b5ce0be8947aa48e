import pg from 'pg';

/** The role that owns the shop's database, and has no other rights in the cluster. */
export const SHOP_ROLE = 'shop';

type DatabaseToPrepare = { superuser: (database: string) => pg.ClientConfig; database: string; password: string };

/**
 * Creates the shop's database and the role that owns it: no superuser, so that an injected statement could not read files or
 * run programs. A database of an earlier release, which belonged to the superuser, changes its owner.
 */
export async function prepareShopDatabase({ superuser, database, password }: DatabaseToPrepare): Promise<void> {
  await withClient(superuser('postgres'), async (client) => {
    const { rowCount: hasRole } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SHOP_ROLE]);
    const secret = pg.escapeLiteral(password);
    await client.query(`${hasRole ? 'ALTER' : 'CREATE'} ROLE ${SHOP_ROLE} LOGIN NOSUPERUSER PASSWORD ${secret}`);
    const { rows } = await client.query<{ isHandedOver: boolean }>(
      `SELECT pg_get_userbyid(datdba) = $2 AS "isHandedOver" FROM pg_database WHERE datname = $1`,
      [database, SHOP_ROLE],
    );
    if (!rows[0]) await client.query(`CREATE DATABASE ${database} OWNER ${SHOP_ROLE}`);
    else if (!rows[0].isHandedOver) await transferOwnership(superuser(database), database);
  });
}

/** In one transaction: every object that is not an extension's, then the database itself. */
async function transferOwnership(superuser: pg.ClientConfig, database: string): Promise<void> {
  await withClient(superuser, async (client) => {
    await client.query('BEGIN');
    const { rows } = await client.query<{ statement: string }>(`
      WITH ours AS (SELECT oid, nspname FROM pg_namespace
        WHERE nspname NOT LIKE 'pg\\_%' AND nspname NOT IN ('information_schema')),
      dependent AS (SELECT objid FROM pg_depend WHERE deptype IN ('e', 'i', 'a') AND classid IN
        ('pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass) AND refclassid <> 'pg_type'::regclass)
      SELECT format('ALTER SCHEMA %I OWNER TO ${SHOP_ROLE}', nspname) AS statement FROM ours WHERE nspname <> 'public'
      UNION ALL
      SELECT format('ALTER %s %I.%I OWNER TO ${SHOP_ROLE}',
        CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
        nspname, relname)
      FROM pg_class JOIN ours ON ours.oid = relnamespace
      WHERE relkind IN ('r', 'p', 'v', 'm', 'S')
        AND (relkind <> 'S' OR pg_class.oid NOT IN (SELECT objid FROM dependent))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${SHOP_ROLE}', pg_proc.oid::regprocedure)
      FROM pg_proc JOIN ours ON ours.oid = pronamespace WHERE pg_proc.oid NOT IN (SELECT objid FROM dependent)
      UNION ALL
      SELECT format('ALTER TYPE %I.%I OWNER TO ${SHOP_ROLE}', nspname, typname)
      FROM pg_type JOIN ours ON ours.oid = typnamespace
      WHERE typtype IN ('e', 'd') AND pg_type.oid NOT IN (SELECT objid FROM dependent)`);
    for (const { statement } of rows) await client.query(statement);
    await client.query(`ALTER DATABASE ${database} OWNER TO ${SHOP_ROLE}`);
    await client.query('COMMIT');
  });
}

async function withClient(connect: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connect);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
