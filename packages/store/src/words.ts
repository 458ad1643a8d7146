/** What the store itself has to say, in the person's language. */
export interface StoreWords {
  /** No change is taken from a browser that keeps no cookies. */
  cookiesNeeded: () => string;
}

let words: StoreWords = { cookiesNeeded: () => '' };

/** The shell has the texts; the store imports none. */
export function setStoreWords(next: StoreWords): void {
  words = next;
}

export const storeWords = (): StoreWords => words;
