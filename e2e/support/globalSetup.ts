import { startApp } from './app';

/** One network for the journeys that do not harm it; those that do start their own. */
export default async function globalSetup() {
  const app = await startApp();
  process.env.E2E_URL = app.url;
  process.env.E2E_DEMO_URL = app.demoUrl;
  process.env.E2E_DATA_DIR = app.dataDir;
  return async () => {
    await app.stop();
  };
}
