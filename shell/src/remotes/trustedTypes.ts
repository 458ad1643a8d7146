interface PolicyOptions {
  createHTML(input: string): string | null;
  createScriptURL(input: string): string | null;
}
interface TrustedTypes {
  defaultPolicy: unknown;
  createPolicy(name: string, options: PolicyOptions): unknown;
}

/** Folders scripts are loaded from; both serve nothing but what a build has made. */
const SCRIPT_FOLDERS = ['/remotes/', '/assets/shell/'];

/**
 * The address, when scripts may be loaded from it, otherwise `null`, which makes the browser refuse.
 * @param ownMachine further origins (`ownMachineOrigins`)
 */
export function allowedScriptUrl(
  input: string,
  base: string,
  ownMachine: readonly string[] = [],
): string | null {
  const url = new URL(input, base);
  if (url.origin !== new URL(base).origin && !ownMachine.includes(url.origin)) return null;
  return SCRIPT_FOLDERS.some((folder) => url.pathname.startsWith(folder)) ? input : null;
}

/** Style sheets are set as `innerHTML` by the design system; a text without `<` can make no element. */
export function allowedHtml(input: string): string | null {
  return input.includes('<') ? null : input;
}

/**
 * The page demands Trusted Types. One default policy serves the chunk loaders of the shell and of every remote; what
 * it does not allow, the browser refuses. Does nothing where Trusted Types are unknown.
 */
export function installTrustedTypes(ownMachine: readonly string[], scope: object = globalThis): void {
  const { trustedTypes } = scope as { trustedTypes?: TrustedTypes };
  if (!trustedTypes || trustedTypes.defaultPolicy) return;
  trustedTypes.createPolicy('default', {
    createHTML: allowedHtml,
    createScriptURL: (input) => allowedScriptUrl(input, document.baseURI, ownMachine),
  });
}
