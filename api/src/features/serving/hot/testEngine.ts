import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { temporaryDir } from '../testWorld';
import { Engine } from './engine';
import { buildSnapshot } from './index/buildSnapshot';
import { Journal } from './journal/Journal';
import type { SnapshotInput } from './snapshotInput';
import { createTokenSigner } from './token';
import { createRandomPool, cryptoRandom } from './uuidV7';

const RICH_MICROS = 1e12;

export interface TestEngine {
  engine: Engine;
  journal: Journal;
  /** Replaces campaigns, creatives and zones; every advertiser is rich. */
  use(input: SnapshotInput): void;
  /** Moves the clock. */
  setNow(nowMs: number): void;
  close(): Promise<void>;
}

/** An engine with a journal of its own, for tests that need no database. */
export async function makeTestEngine(input: SnapshotInput, nowMs: number): Promise<TestEngine> {
  let clockMs = nowMs;
  const data = await temporaryDir();
  const log = { info: () => {}, error: () => {} };
  const journal = await Journal.open({ dir: join(data.dir, 'journal'), log });
  const signer = createTokenSigner([{ id: 1, secret: randomBytes(32) }], createRandomPool(cryptoRandom));
  const engine = new Engine({ signer, journal, now: () => clockMs });
  function use(next: SnapshotInput): void {
    engine.budgets.tick(clockMs);
    engine.swap(buildSnapshot(next));
    const advertisers = [...new Set(next.campaigns.map(({ advertiserId }) => advertiserId))];
    engine.budgets.load(
      {
        dayStartMs: 0,
        campaigns: [],
        advertisers: advertisers.map((id) => ({ id, balanceMicros: RICH_MICROS })),
      },
      clockMs,
    );
  }
  use(input);
  return {
    engine,
    journal,
    use,
    setNow: (now) => {
      clockMs = now;
    },
    async close() {
      await journal.close();
      await data.remove();
    },
  };
}
