interface RunOptions {
  stdio?: 'pipe' | 'inherit';
  env?: Record<string, string>;
  cwd?: string;
  onLine?: (line: string) => void;
}
export const root: string;
export function run(
  command: string,
  args: string[],
  options?: RunOptions,
): Promise<{ code: number; signal: string | null; output: string }>;
