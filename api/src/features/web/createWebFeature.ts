import type { Bootstrap } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { NotFoundError } from '../../platform/errors';
import type { Mount } from '../../platform/http';
import { immutableFiles, readShellRelease, SHELL_PATH } from '../remotes';
import type { KeptShell } from './keepShell';
import { type PageParts, pageRouter } from './web.routes';

export interface WebFeatureParts {
  /** Builds of the shell whose files are answered; the current one makes the pages. */
  kept: KeptShell;
  /** Remotes as whoever asks gets them. */
  getReleases: PageParts['getReleases'];
  /** Who asks, in which language, with which set-up. */
  getBootstrap: (req: Request) => Promise<Bootstrap> | Bootstrap;
  csrfToken: (req: Request) => string;
  /** Told of each page that is given whose address a release shows. */
  countPage?: PageParts['countPage'];
  opensPage?: PageParts['opensPage'];
  /** Further addresses the page may call, beside its own. */
  connectSources?: string[];
  /** Where the page loads creatives from. */
  creatives?: string[];
}

export interface WebFeature {
  /** The shell's files, and last the page: mount after everything else. */
  mounts: Mount[];
}

/** The application's page and the shell's files. */
export function createWebFeature({ kept: { current, folders }, ...parts }: WebFeatureParts): WebFeature {
  const shell = readShellRelease(current);
  const files = Router();
  for (const folder of folders) files.use(immutableFiles(folder, 1));
  files.use(() => {
    throw new NotFoundError('No such file in the shell');
  });
  return {
    mounts: [
      { path: SHELL_PATH, router: files, session: false },
      { path: '/', router: pageRouter({ shell, shellPath: SHELL_PATH, ...parts }) },
    ],
  };
}
