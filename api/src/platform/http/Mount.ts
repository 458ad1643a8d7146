import type { Router } from 'express';
import type { DevelopersDoor } from './client/developersDoor';

/** A feature's place in the app. */
export interface Mount {
  path: string;
  router: Router;
  /**
   * False only for calls that cannot carry a header and do no harm (beacons, signed webhooks), and for a router that
   * asks for the token itself (`requireCsrfToken`) because it keeps account of refusals.
   */
  csrf?: false;
  /** False for files that are the same for everybody: no session is read, nobody is signed in. */
  session?: false;
  /**
   * True where an admin may read what belongs to somebody else, outside the console: for admins its door is in front of the
   * whole mount, and each of their calls is in the audit. Nobody else notices it.
   */
  operatorReads?: true;
  /**
   * A developers' door: mounted only where `Config.devDoors` says so, and open to nobody behind an intermediary. `machine`:
   * to this machine alone.
   */
  developers?: DevelopersDoor;
}
