import { startRedis, type TestRedis } from './startRedis';

declare global {
  var ezdashTestRedis: TestRedis | undefined;
}

/** Jest's globalSetup of the tests that need a Redis: the one that REDIS_URL names, or one of this run's own. */
export default async function startSharedRedis(): Promise<void> {
  if (process.env.REDIS_URL) {
    process.env.EZDASH_TEST_REDIS_URL = process.env.REDIS_URL;
    return;
  }
  globalThis.ezdashTestRedis = await startRedis();
  process.env.EZDASH_TEST_REDIS_URL = globalThis.ezdashTestRedis.url;
}
