export interface BuildOptions {
  /** Targets to look at; all when empty. */
  names?: string[];
  /** Builds even what has not changed. */
  force?: boolean;
  /** Remotes with their archive of types; as the environment says when it is not said (`wantsTypes`). */
  withTypes?: boolean;
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
