import type pg from 'pg';

export type Host = { host: string; port: number };

/** Which of several hosts is wanted, as libpq calls it: the one that takes writes, or any that answers. */
const SESSION_TARGETS = ['read-write', 'primary', 'any'] as const;
export type SessionTarget = (typeof SESSION_TARGETS)[number];

/** Where a database is. Plain data, so that it can be handed to a thread; `toClientConfig` connects by it. */
export type DatabaseAddress = pg.PoolConfig & {
  /** Where there are several: `connectionString` names the first. */
  hosts?: readonly Host[];
  target?: SessionTarget;
  /** A pooler may give each transaction another connection, and accepts no settings of a session. */
  isPooler?: boolean;
  /** Beside a pooler, or replicas that may have one, whose sessions take their bounds from the role. */
  hasPooler?: boolean;
};

const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^#]*)$/;
const TARGET = 'target_session_attrs';

/**
 * The address in a setting: `postgres://user@host/database`, with several hosts as libpq writes them,
 * `postgres://user@one:5432,two:5432/database?target_session_attrs=read-write`. Undefined where it is none.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | undefined {
  const [, start = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  if (!start) return undefined;
  const urls = authority.split(',').map((host) => URL.parse(start + host + rest));
  if (!urls.every((url) => url !== null)) return undefined;
  const [first, ...others] = urls;
  if (others.length === 0) return { connectionString: text };
  const target = first!.searchParams.get(TARGET) ?? 'read-write';
  if (!isTarget(target) || urls.some(({ hostname }) => hostname === '')) return undefined;
  first!.searchParams.delete(TARGET);
  const hosts = urls.map(({ hostname, port }) => ({
    host: hostname.replace(/^\[(.+)\]$/, '$1'),
    port: Number(port || DEFAULT_PORT),
  }));
  return { connectionString: first!.href, hosts, target };
}

/** One address for each of its hosts, named by where it is. */
export function listHosts(text: string): { name: string; address: DatabaseAddress }[] {
  const { connectionString = text, hosts } = parseDatabaseUrl(text) ?? {};
  if (!hosts) return [{ name: redactDatabaseUrl(text), address: { connectionString } }];
  return hosts.map(({ host, port }) => {
    const url = new URL(connectionString);
    url.hostname = host.includes(':') ? `[${host}]` : host;
    url.port = String(port);
    return { name: redactDatabaseUrl(url.href), address: { connectionString: url.href } };
  });
}

function isTarget(text: string): text is SessionTarget {
  return SESSION_TARGETS.some((target) => target === text);
}

/** A database's address without its user, password and parameters. */
export function redactDatabaseUrl(text: string): string {
  const [, start = '', authority = '', rest = ''] = PARTS.exec(text) ?? [];
  if (!start || !parseDatabaseUrl(text)) return '…';
  const user = start.endsWith('@') ? '…@' : '';
  return `${start.slice(0, start.indexOf('//') + 2)}${user}${authority}${rest.split('?')[0]}`;
}
