import type { Registry, RemotePage } from '@ezdash/contracts';

const escapeExpression = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A react-router path as an expression: `:id` is one part, `:id?` may be absent, a final `*` is the rest. */
export function pathExpression(path: string): RegExp {
  const parts = path
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (part === '*') return '(?:/.*)?';
      if (part.startsWith(':')) return part.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
      return `/${escapeExpression(part)}`;
    });
  return new RegExp(`^${parts.join('')}/?$`, 'i');
}

/** A remote that shows an address. */
export interface RoutedRemote {
  remote: string;
  page: RemotePage;
}

/** Finds the built page an address belongs to. `null` for the shell's own pages and for unknown ones. */
export type RouteFinder = (pathname: string) => RoutedRemote | null;

/** Prepares the pages of a registry for look-ups; fixed paths win over those with parameters. */
export function createRouteFinder(registry: Registry): RouteFinder {
  const routes = Object.entries(registry)
    .flatMap(([remote, { manifest }]) =>
      manifest.pages.map((page) => ({ remote, page, open: /[:*]/.test(page.path) })),
    )
    .filter(({ page }) => page.built)
    .sort((a, b) => Number(a.open) - Number(b.open))
    .map(({ remote, page }) => ({ expression: pathExpression(page.path), found: { remote, page } }));
  return (pathname) => routes.find(({ expression }) => expression.test(pathname))?.found ?? null;
}

/** Whether an address belongs to any page, built or not: of the registry's remotes, or one of `others`. */
export function createAddressBook(
  registry: Registry,
  others: readonly string[],
): (pathname: string) => boolean {
  const remotePaths = Object.values(registry).flatMap(({ manifest }) =>
    manifest.pages.map(({ path }) => path),
  );
  const expressions = [...new Set([...others, ...remotePaths])].map(pathExpression);
  return (pathname) => expressions.some((expression) => expression.test(pathname));
}
