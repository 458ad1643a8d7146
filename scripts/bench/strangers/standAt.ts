import os from 'node:os';

/** Puts this process before or behind others in the queue for a core, where that may be: what else the machine does then matters less. */
export function standAt(priority: number): void {
  try {
    os.setPriority(priority);
  } catch {
    // Only root comes before others.
  }
}
