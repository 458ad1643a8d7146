export { type ClientOptions, type Connection, createClient, cutConnection } from './connection';
export { createDb, type Db, type DbOptions, type OpenDb, openDb, type Trx } from './createDb';
export { errorDetail, isDisconnect } from './disconnects';
export { inTransaction, isConflict, type TransactionOptions } from './inTransaction';
export { lockOwner } from './lockOwner';
export { type MigrateOptions, migrate, migrationsDir } from './migrate';
export type * from './schema.gen';
export { toNumber } from './toNumber';
export { DatabaseStalled, within } from './within';
