import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Clock ticks from boot to the start of the process: the 22nd field, counted behind the name in brackets. */
function linuxStart(pid: number): string | null {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // A zombie holds nothing any more.
  return fields[0] === 'Z' ? null : (fields[19] ?? null);
}

/**
 * Names a process beyond its number, which is given again after its end, a reboot or in the next container:
 * `<pid> <start> <boot>`. Null when no such process runs.
 */
export function identityOf(pid: number): string | null {
  if (!isRunning(pid)) return null;
  if (process.platform !== 'linux') return `${pid} ${ps(pid, 'lstart') ?? '?'}`;
  const start = linuxStart(pid);
  return start === null ? null : `${pid} ${start} ${readText('/proc/sys/kernel/random/boot_id') ?? '?'}`;
}

/** Whether the process that was named so is still the one that runs. */
export function isSameProcess(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  return pid > 0 && identityOf(pid) === identity;
}

/** Whether this is a PostgreSQL server at work in the folder; the folder is only known on Linux. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return ps(pid, 'comm')?.includes('postgres') ?? false;
  if (linuxStart(pid) === null || readText(`/proc/${pid}/comm`) !== 'postgres') return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // Another user's process cannot be looked into: taken for what its name says.
    return true;
  }
}
