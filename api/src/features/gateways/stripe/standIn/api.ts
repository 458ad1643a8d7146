import type { Books } from './books';
import { customerEndpoints } from './customers';
import type { Endpoint } from './endpoint';
import type { Form } from './form';
import { intentEndpoints } from './intents';
import type { Present } from './present';
import { refundEndpoints } from './refunds';
import { invalid } from './StandInError';
import { sessionEndpoints } from './sessions';

export const createEndpoints = (books: Books, present: Present): Endpoint[] => [
  ...sessionEndpoints(books, present),
  ...intentEndpoints(books, present),
  ...refundEndpoints(books, present),
  ...customerEndpoints(books, present),
];

/** Finds and does a call; 404 and unknown names as Stripe answers them. */
export function answerCall(endpoints: readonly Endpoint[], method: string, path: string, form: Form): object {
  for (const endpoint of endpoints) {
    const match = endpoint.method === method ? endpoint.path.exec(path) : null;
    if (!match) continue;
    const unknown = Object.keys(form).find((name) => !endpoint.takes.includes(name));
    if (unknown !== undefined)
      throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
    return endpoint.handle({ id: decodeURIComponent(match[1] ?? ''), form });
  }
  throw invalid(`Unrecognized request URL (${method}: ${path}).`, {}, 404);
}
