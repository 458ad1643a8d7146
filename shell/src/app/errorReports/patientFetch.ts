const TIMEOUT_MS = 10_000;
const PAUSE_MS = 1_000;

// Taken before the SDK puts its own in the place: reports about sending reports would have no end.
const plainFetch = globalThis.fetch;

/** A call that ends, and is made once more when nobody answered. An event has an id: what comes twice is kept once. */
export async function patientFetch(url: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const send = () =>
    plainFetch(url, { ...options, credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) });
  try {
    return await send();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return send();
  }
}
