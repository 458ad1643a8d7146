/** The database has not answered in time. */
export class DatabaseStalled extends Error {
  override readonly name = 'DatabaseStalled';
}

/**
 * Waits for work with the database at most so long. When it is late, `cut` must see to it that the work cannot go on
 * (by closing its connection), and this throws DatabaseStalled. What becomes of the work afterwards, nobody hears.
 */
export async function within<T>(timeoutMs: number, work: Promise<T>, cut?: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      cut?.();
      reject(new DatabaseStalled(`The database has not answered in ${timeoutMs} ms`));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
