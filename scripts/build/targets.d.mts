export interface Target {
  name: string;
  sources: string[];
  outDir: string;
  proof: string;
}
/** The repository's root folder. */
export const rootDir: string;
export const targets: Target[];
