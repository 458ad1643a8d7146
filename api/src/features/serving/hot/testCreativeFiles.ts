import { testAddresses } from '../../../testing/testAddresses';
import { listen } from '../testWorld';
import { createCreativeFiles } from './creativeFiles';
import type { FileStanding } from './fileStanding';

interface TestFiles {
  dir: string;
  /** Approved unless said otherwise. */
  standingOf?: (hash: string) => FileStanding;
  ready?: () => boolean;
  addresses?: ReturnType<typeof testAddresses>;
  mostPreviews?: number;
}

/** The creatives' files behind a server of their own. */
export function listenForFiles({
  dir,
  standingOf = () => 'approved',
  ready = () => true,
  addresses = testAddresses(undefined, 'http://localhost:8082', 'http://localhost:8080'),
  mostPreviews,
}: TestFiles) {
  const files = createCreativeFiles({ dir, addresses, standingOf, ready, mostPreviews });
  return listen((req, res) => {
    files(req, res, req.url ?? '');
    return true;
  });
}
