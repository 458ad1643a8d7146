/** For tests alone. */
export { type BuildOptions, buildApp, type TestApp } from './buildApp';
export { createTestDb, type TestDb } from './createTestDb';
export * from './factories';
export { type FakeClock, fakeClock } from './fakeClock';
export type { Answer, TestClient } from './testClient';
