export { holdLock } from './directoryLock';
export { describeFileProblem, EmbeddedPostgresError } from './EmbeddedPostgresError';
export { makeFolder } from './makeFolder';
export {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  type StartOptions,
  startEmbeddedPostgres,
} from './startEmbeddedPostgres';
