/** Which modules of remotes are in the page: the same one may be there more than once. */
export class Mounts {
  readonly #counts = new Map<string, Map<string, number>>();

  /** @param onLast called when nothing of the remote is mounted any more, once what follows has had its chance */
  add(remote: string, module: string, onLast: () => void): () => void {
    this.#change(remote, module, 1);
    return () => {
      this.#change(remote, module, -1);
      // What is mounted instead is mounted in the same turn.
      queueMicrotask(() => {
        if (this.of(remote).length === 0) onLast();
      });
    };
  }

  of(remote: string): string[] {
    return [...(this.#counts.get(remote)?.keys() ?? [])];
  }

  #change(remote: string, module: string, by: number): void {
    const counts = this.#counts.get(remote) ?? new Map<string, number>();
    const count = (counts.get(module) ?? 0) + by;
    if (count > 0) counts.set(module, count);
    else counts.delete(module);
    this.#counts.set(remote, counts);
  }
}
