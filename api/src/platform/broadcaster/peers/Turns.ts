/** What is done about one name is done one after the other; different names do not wait for each other. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(name, mine);
    const forget = () => {
      if (this.last.get(name) === mine) this.last.delete(name);
    };
    mine.then(forget, forget);
    return mine;
  }
}
