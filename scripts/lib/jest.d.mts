interface RunOptions {
  env?: Record<string, string>;
}
export function runJest(args: string[], options: RunOptions): Promise<{ code: number; output: string }>;
