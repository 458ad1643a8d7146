import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identityOf, isSameProcess } from './processIdentity';

/**
 * Who uses the embedded server: one file a user, named after its process. The last one to leave stops the server;
 * a user that was killed is told by its identity and does not count.
 */
export interface Holders {
  /** Returns what takes this entry away again. */
  enter(): () => void;
  others(): boolean;
}

let counter = 0;

export function createHolders(folder: string): Holders {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const alive = (file: string) => {
    try {
      return isSameProcess(readFileSync(file, 'utf8'));
    } catch {
      return false;
    }
  };
  return {
    enter() {
      const file = path.join(folder, `${process.pid}-${counter++}`);
      writeFileSync(file, identityOf(process.pid) ?? String(process.pid), { mode: 0o600 });
      return () => rmSync(file, { force: true });
    },
    others() {
      let found = false;
      for (const name of readdirSync(folder)) {
        const file = path.join(folder, name);
        if (alive(file)) found = true;
        else rmSync(file, { force: true });
      }
      return found;
    },
  };
}
