import { federatedSource } from './federatedSource';
import type { RemoteSource } from './remoteSource';

/** The source of the running page. A module of its own, so that the monolith of the benchmark can replace it. */
export const createSource = (): RemoteSource => federatedSource();
