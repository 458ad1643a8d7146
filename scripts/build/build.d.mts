export interface BuildOptions {
  /** Targets to look at; all when empty. */
  names?: string[];
  /** Builds even what has not changed. */
  force?: boolean;
  log?: (line: string) => void;
}
export interface BuildResult {
  built: string[];
  fresh: string[];
  failed: string[];
  elapsedMs: number;
}
export const TARGET_NAMES: string[];
export function build(options?: BuildOptions): Promise<BuildResult>;
