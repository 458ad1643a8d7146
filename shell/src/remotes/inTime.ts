/** What a promise comes to. @throws with the sentence when nothing has come after `ms` milliseconds */
export async function inTime<T>(promise: Promise<T>, ms: number, sentence: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
