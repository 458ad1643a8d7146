import type { ApiScope, BuiltFeature, Role } from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import { type RouteContext, type RouteSchemas, reply, route } from '../../platform/http';

/** A schema under the name that it has in the description. */
export interface Named<S extends z.ZodType = z.ZodType> {
  name: string;
  schema: S;
}

export const named = <S extends z.ZodType>(name: string, schema: S): Named<S> => ({ name, schema });

/** A body that refuses (422) fields it does not know: a program's slip of the pen is not passed over. */
export const body = <Shape extends z.ZodRawShape>(name: string, schema: z.ZodObject<Shape>) =>
  named(name, schema.strict());

/** Answers that are a file of rows. */
export const CSV_FILE = named('CsvFile', z.string());

export const TAGS = [
  'Account',
  'Dashboard',
  'Funds',
  'Earnings',
  'Campaigns',
  'Rules',
  'Goals',
  'Postbacks',
  'Images',
  'Properties',
  'Zones',
  'Ad review',
  'Reports',
  'Decisions',
  'Referrals',
  'News',
] as const;

/** One call of the API: what the router, the guards and the description are made of. */
export interface Operation {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Behind /api/v1, as `/campaigns/{id}`. */
  path: string;
  tag: (typeof TAGS)[number];
  summary: string;
  scope: ApiScope;
  /** A second scope that the token has to carry: calls that move money ask for `finance` and `write`. */
  and?: ApiScope;
  /** What the owner's account type has to open besides what the scopes ask for. */
  feature?: BuiltFeature;
  /** Whose call it is; null: everybody's who has a token. */
  role: Role | null;
  status: 200 | 201;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: Named;
  /** A body that the description's reader can send as it is. */
  example?: unknown;
  /** The body is an image, not JSON. */
  takesImage: boolean;
  /** What such a body is, when it is no image. */
  bodyType?: 'application/octet-stream' | 'text/csv';
  answer: Named;
  /** The answer's header `Link` leads to the next page. */
  linksNext?: true;
  /** The answer is a file of this type, not JSON. */
  file?: 'text/csv' | 'application/pdf';
  /** Behind the guards: the last one does the work, those in front of it read the body. */
  handlers: RequestHandler[];
}

/** All that a token has to carry. */
export const scopesOf = ({ scope, and }: Pick<Operation, 'scope' | 'and'>): ApiScope[] =>
  and === undefined ? [scope] : [scope, and];

interface Definition<P, Q, B, A extends z.ZodType>
  extends Omit<
    Operation,
    'params' | 'query' | 'body' | 'answer' | 'handlers' | 'takesImage' | 'status' | 'role'
  > {
  role?: Role;
  status?: 201;
  params?: P;
  query?: Q;
  body?: B;
  answer: Named<A>;
  /** Reads the body of calls that send an image. */
  readImage?: RequestHandler[];
}

type Schemas<P, Q, B> = RouteSchemas & {
  params: P extends z.ZodType ? P : undefined;
  query: Q extends z.ZodType ? Q : undefined;
  body: B extends Named<infer S> ? S : undefined;
};

/** Defines a call; what `handle` returns must be what `answer` describes. */
export function operation<
  A extends z.ZodType,
  P extends z.ZodObject | undefined = undefined,
  Q extends z.ZodObject | undefined = undefined,
  B extends Named | undefined = undefined,
>(
  { readImage, ...definition }: Definition<P, Q, B, A>,
  handle: (context: RouteContext<Schemas<P, Q, B>>) => Promise<z.input<A>>,
): Operation {
  const { params, query, role = null, status = 200 } = definition;
  const schemas = { params, query, body: definition.body?.schema } as Schemas<P, Q, B>;
  return {
    ...definition,
    params,
    query,
    role,
    status,
    takesImage: readImage !== undefined,
    handlers: [...(readImage ?? []), route(schemas, async (context) => reply(status, await handle(context)))],
  };
}

/** `{id}` of the path. */
export const idParams = z.object({ id: z.string() });
