/**
 * What the page may do. Scripts run only with this response's nonce, or when a script of ours loads them; script
 * addresses and markup made by scripts pass the one Trusted Types policy of the shell.
 *
 * @param nonce of this response, never used again
 * @param connectSources further addresses for calls and sockets, as a broadcaster on another host
 * @param ownMachine where a build on the browser's own machine is loaded from, when a signed link gave one to it
 * @param creatives the host of strangers' pictures, videos and frames; nothing of them runs in the page
 */
export function contentSecurityPolicy(
  nonce: string,
  connectSources: string[] = [],
  ownMachine: string[] = [],
  creatives: string[] = [],
): string {
  const and = (sources: string) => [sources, ...ownMachine].join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    and(`style-src 'self' 'nonce-${nonce}'`),
    // Positions and sizes that a layout computes; a sheet cannot be put into an attribute.
    "style-src-attr 'unsafe-inline'",
    ["connect-src 'self'", ...connectSources].join(' '),
    ["img-src 'self' data: blob:", ...creatives, ...ownMachine].join(' '),
    and("font-src 'self'"),
    // Previews of creatives: the app leads their owner from an address of its own to the creatives' host.
    ["frame-src 'self'", ...creatives].join(' '),
    ["media-src 'self'", ...creatives].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}
