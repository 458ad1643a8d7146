/** The header Idempotency-Key of every call of an address from now on, in their order; call it once the page is rendered. */
export function sentKeys(path: string): (string | null)[] {
  const keys: (string | null)[] = [];
  const stub = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith(path)) keys.push(request.headers.get('Idempotency-Key'));
    return stub(request);
  };
  return keys;
}
