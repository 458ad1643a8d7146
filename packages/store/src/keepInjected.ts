import { isNameOf } from '@ezdash/contracts/constants';
import type { EndpointDefinitions } from '@reduxjs/toolkit/query';
import { api } from './api';
import { keepSlices } from './store';

type AnyEndpoint = EndpointDefinitions[string];

/** What the endpoints are made of, by name; of those that are a remote's by their names. */
function endpointsOf(namespace: string): Map<string, AnyEndpoint> {
  const found = new Map<string, AnyEndpoint>();
  const names = Object.keys(api.endpoints).filter((name) => isNameOf(namespace, name));
  const note = (name: string) => (definition: AnyEndpoint) => void found.set(name, definition);
  api.enhanceEndpoints({ endpoints: Object.fromEntries(names.map((name) => [name, note(name)])) });
  return found;
}

/**
 * What a remote has injected, as it is now: endpoints and slices whose names begin with its namespace. A second release
 * of it replaces them as soon as its code runs, but the first has to go on with its own when the second fails, and code
 * that has run once does not run again when its release comes back.
 * @returns puts them back as they were. Cached answers and the state of slices stay.
 */
export function keepInjected(namespace: string): () => void {
  const kept = endpointsOf(namespace);
  const putSlicesBack = keepSlices(namespace);
  return () => {
    const now = endpointsOf(namespace);
    const replaced = [...kept].filter(([name, definition]) => now.get(name) !== definition);
    const endpoints: EndpointDefinitions = Object.fromEntries(replaced);
    if (replaced.length > 0) api.injectEndpoints({ overrideExisting: true, endpoints: () => endpoints });
    putSlicesBack();
  };
}
