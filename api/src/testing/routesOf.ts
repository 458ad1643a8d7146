import type { Router } from 'express';
import type { Mount, RouteSchemas } from '../platform/http';

/** A route of the server, as its router has it. */
export interface FoundRoute {
  /** `GET /api/campaigns/:id` */
  name: string;
  method: string;
  /** With its parameters unfilled. */
  path: string;
  /** What it reads, when it was made by `route()`. */
  schemas: RouteSchemas;
  /** It reads a body of more than the usual JSON. */
  takesBytes: boolean;
  /** Of a developers' door. */
  developers?: Mount['developers'];
}

const schemasOf = (handle: unknown): RouteSchemas | undefined =>
  typeof handle === 'function' && 'schemas' in handle ? (handle.schemas as RouteSchemas) : undefined;

function routesIn(router: Router, prefix: string): FoundRoute[] {
  return router.stack.flatMap((layer) => {
    if (layer.route) {
      const { path: pattern, stack } = layer.route;
      const path = `${prefix === '/' ? '' : prefix}${pattern}`.replace(/(.)\/$/, '$1');
      const schemas = stack.map(({ handle }) => schemasOf(handle)).find(Boolean) ?? {};
      const takesBytes = stack.some(({ handle }) => 'takesBytes' in handle);
      const methods = [...new Set(stack.map(({ method }) => method.toUpperCase()))];
      return methods.map((method) => ({ name: `${method} ${path}`, method, path, schemas, takesBytes }));
    }
    const inner: unknown = layer.handle;
    if (typeof inner !== 'function' || !('stack' in inner)) return [];
    if (!('slash' in layer) || layer.slash !== true)
      throw new Error(`A router lies below ${prefix} under a path that cannot be read`);
    return routesIn(inner as Router, prefix);
  });
}

const plain = (path: string): FoundRoute => ({
  ...{ name: `GET ${path}`, method: 'GET', path },
  ...{ schemas: {}, takesBytes: false },
});

/** Answered in front of the features. */
const OPERATIONS = ['/healthz', '/readyz', '/metrics'];

/** Every route there is, in the order of the mounts; files and pages are one, whatever lies below. */
export function routesOf(mounts: readonly Mount[]): FoundRoute[] {
  const found = mounts.flatMap(({ path, router, developers }) => {
    const inside = routesIn(router, path);
    if (inside.length === 0) return [plain(path)];
    return developers ? inside.map((route) => ({ ...route, developers })) : inside;
  });
  return [...OPERATIONS.map(plain), ...found];
}
