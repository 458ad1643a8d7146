/** The Redis of this run of tests; other tests use it too, so whoever writes chooses names of their own. */
export function redisUrl(): string {
  const url = process.env.EZDASH_TEST_REDIS_URL;
  if (!url) throw new Error('Tests that need a Redis are named *.redis.test.ts');
  return url;
}
