export interface Latest<Value> {
  /** What was read last; undefined before that. Begins to read anew when it is time. */
  get(): Value | undefined;
  /** Ends when nothing is being read; never fails. */
  idle(): Promise<void>;
}

/** Keeps what is read now and then, beside everything else: nobody waits for a newer one. */
export function createLatest<Value>({
  read,
  everyMs,
  now,
  onError,
}: {
  read: () => Promise<Value>;
  everyMs: number;
  now: () => number;
  onError: (error: unknown) => void;
}): Latest<Value> {
  let value: Value | undefined;
  let beganAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function readOnce(): Promise<void> {
    try {
      value = await read();
    } catch (error) {
      onError(error);
    } finally {
      reading = null;
    }
  }

  return {
    get: () => {
      if (reading === null && now() - beganAtMs >= everyMs) {
        beganAtMs = now();
        reading = readOnce();
      }
      return value;
    },
    idle: async () => {
      await reading;
    },
  };
}
