import { startApp } from './app';

/**
 * One network for the journeys that do not harm it; those that do start their own. While journeys are written, one
 * that runs already may be named by `E2E_URL`, `E2E_DEMO_URL` and `E2E_DATA_DIR`.
 */
export default async function globalSetup() {
  if (process.env.E2E_URL) return undefined;
  const app = await startApp();
  process.env.E2E_URL = app.url;
  process.env.E2E_DEMO_URL = app.demoUrl;
  process.env.E2E_DATA_DIR = app.dataDir;
  return async () => {
    await app.stop();
  };
}
