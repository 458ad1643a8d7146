/** Headers for a call to a path of our own. */
type Supplier = (url: string) => Record<string, string>;

const suppliers = new Set<Supplier>();

/** Adds headers to calls of the page from now on. @returns ends it */
export function addCallHeaders(supplier: Supplier): () => void {
  suppliers.add(supplier);
  return () => void suppliers.delete(supplier);
}

type Listener = (headers: Headers) => void;
const listeners = new Set<Listener>();

/** Has the headers of every answer to a call of the page shown from now on. @returns ends it */
export function addAnswerListener(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export function noteAnswer(headers: Headers): void {
  for (const listener of listeners) listener(headers);
}

/** What parts of the page add to a call that begins now. */
export const callHeaders: Supplier = (url) =>
  Object.assign({}, ...[...suppliers].map((supplier) => supplier(url))) as Record<string, string>;
