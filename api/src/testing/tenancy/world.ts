import type { WholeApp } from '../startWholeApp';
import type { Visitors } from './visitors';

/** What the walk sends to a route: the address of a thing of the owner's, and a body that the route takes. */
export interface Call {
  address: string;
  /** JSON, or the fields of a form. */
  body: unknown;
}

export interface World {
  app: WholeApp;
  visitors: Visitors;
}

/** Makes a thing of the owner's; its id, as addresses have it. */
export type Make = (world: World) => Promise<string>;
