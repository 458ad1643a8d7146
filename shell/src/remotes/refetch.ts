/** Longest wait for all of it, in milliseconds: somebody has pressed a button and waits for the page. */
export const REFETCH_TIMEOUT_MS = 5_000;

/**
 * Fetches from the server what the browser may hold wrong in its cache, past that cache and into it. Resolves when all
 * has come or failed, after 5 s at the latest; never rejects: what follows is a try, with or without it.
 */
export async function refetch(addresses: readonly string[]): Promise<void> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), REFETCH_TIMEOUT_MS);
  await Promise.allSettled(
    addresses.map(async (address) => {
      const answer = await fetch(address, { cache: 'reload', signal: stop.signal });
      // The cache has it once it is read to its end.
      await answer.arrayBuffer();
    }),
  );
  clearTimeout(timer);
}
