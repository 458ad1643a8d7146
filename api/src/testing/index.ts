/** For tests alone. */
export { ageProofs } from './ageProofs';
export { type BuildOptions, buildApp, type TestApp } from './buildApp';
export { createAuditLog } from './createAuditLog';
export { createTestDb, type TestDb } from './createTestDb';
export { databaseUrl } from './databaseUrl';
export { enterCommandLine } from './enterCommandLine';
export { enterConsole } from './enterConsole';
export * from './factories';
export { type FakeClock, fakeClock } from './fakeClock';
export { jobsEnd } from './jobsEnd';
export { type AppWorld, openApp } from './openApp';
export type { Answer, TestClient } from './testClient';
export { until } from './until';
