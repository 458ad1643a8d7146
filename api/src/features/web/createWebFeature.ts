import type { Bootstrap, Registry } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { NotFoundError } from '../../platform/errors';
import type { Mount } from '../../platform/http';
import { immutableFiles, readShellRelease, SHELL_PATH } from '../remotes';
import { pageRouter } from './web.routes';

export interface WebFeatureParts {
  /** `shell/dist`, built. */
  shellDist: string;
  getRegistry: () => Registry;
  /** Who asks, in which language, with which set-up. */
  getBootstrap: (req: Request) => Promise<Bootstrap> | Bootstrap;
  csrfToken: (req: Request) => string;
  /** Further addresses the page may call, beside its own. */
  connectSources?: string[];
}

export interface WebFeature {
  /** The shell's files, and last the page: mount after everything else. */
  mounts: Mount[];
}

/** The application's page and the shell's files. @throws when the shell was not built */
export function createWebFeature({ shellDist, ...parts }: WebFeatureParts): WebFeature {
  const shell = readShellRelease(shellDist);
  const files = Router();
  files.use(immutableFiles(shellDist, 1));
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
