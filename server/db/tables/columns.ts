import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/* The kinds of columns that several tables have. */

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
export const sen = () => bigint({ mode: 'number' });
export const at = () => timestamp({ withTimezone: true });
/** UUIDv7: sortable by time, not to be guessed. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidv7());
