/** What is needed of a registry's entry. */
interface GivenEntry {
  entry: string;
  override?: true;
}

const OWN_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1):\d{1,5}(?=\/remotes\/)/;

/**
 * Places on the browser's own machine from which a page was told to load a build, by the server that made it and by
 * nobody else. Empty wherever no signed link says so, and always in production.
 */
export function ownMachineOrigins(registry: Readonly<Record<string, GivenEntry>>): string[] {
  const origins = Object.values(registry)
    .filter(({ override }) => override === true)
    .flatMap(({ entry }) => OWN_MACHINE.exec(entry)?.[0] ?? []);
  return [...new Set(origins)];
}
