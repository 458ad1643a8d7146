import './startSharedRedis';

/** Jest's globalTeardown. */
export default async function stopSharedRedis(): Promise<void> {
  await globalThis.ezdashTestRedis?.stop();
  globalThis.ezdashTestRedis = undefined;
}
