import { rmSync } from 'node:fs';
import { shareConnections } from './database';
import './startDatabase';

/** Jest's globalTeardown. */
export default async function stopDatabase(): Promise<void> {
  const running = globalThis.ezdashTestDatabase;
  if (!running) return;
  await running.postgres.stop();
  rmSync(running.dataDir, { recursive: true, force: true });
  globalThis.ezdashTestDatabase = undefined;
  shareConnections(null);
}
