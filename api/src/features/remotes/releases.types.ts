import type { GateVerdict, Release, RemoteState } from '@ezdash/contracts';

/** What the rooms of this feature know of each other. Each room makes one of these; `createRemotesFeature` puts them together. */

/** Who does something with releases. */
export type ReleaseActor =
  | {
      kind: 'token';
      id: number;
      label: string;
      /** The one remote it is good for; null: all of them. */
      remote: string | null;
    }
  /** `member`: of the remote's team, who takes its releases for their own browser. */
  | { kind: 'admin' | 'member'; userId: number; email: string }
  /** `start`: a server that found something built; `command`: the server's own command line; `network`: by itself. */
  | { kind: 'start' | 'command' | 'network' };

/** A published release as the database knows it. */
export interface StoredRelease {
  id: number;
  name: string;
  version: string;
  /** SHA-256 of its `release.json`. */
  digest: string;
  release: Release;
}

/** A release on its way into the store: every file that `release.files` describes, and `release.json`, by name. */
export interface ReleaseFiles {
  release: Release;
  /** SHA-256 of `release.json`. */
  digest: string;
  /** File name → bytes; compressed copies are named `<file>.br` and `<file>.gz`. */
  files: ReadonlyMap<string, Buffer>;
}

/** Where releases lie for ever, each file once (room `store`). */
export interface ReleaseStore {
  /** Folder on this machine that releases are served from: `<name>/<version>/<file>`. */
  readonly folder: string;
  /**
   * Whether a release can be served from this machine now, whole; with a store elsewhere it is brought here first. One that
   * was whole counts as whole until somebody doubts it.
   */
  has(name: string, version: string): Promise<boolean>;
  /** Whether files that lie under a version may be given out. Of one that has lost a file the others still are. */
  serves(name: string, version: string): Promise<boolean>;
  /** A file of it could not be read: `has` looks at each file anew. */
  doubt(name: string, version: string): void;
  /**
   * Writes a release under its version; does nothing when these bytes are there. Others are replaced: whoever publishes
   * has the version's row, so they are what a publication left that failed. Half a release is never seen.
   */
  install(files: ReleaseFiles, version: string): Promise<void>;
  /** Bytes of one file, from this machine. @throws when the release or the file is not there */
  read(name: string, version: string, file: string): Promise<Buffer>;
  /** Takes away what publications left that a crash broke off before this moment. Answers how many there were. */
  removeDrafts(before: Date): Promise<number>;
}

/** Says whether a release may be given to visitors (room `gate`). */
export interface Gate {
  /**
   * Judges with the shell that this server has, writes the verdict down, and answers it. Never throws for a bad release.
   * `beforeTrial` is waited for before a trial begins, and not when one is under way; what it throws, this throws.
   */
  judge(stored: StoredRelease, beforeTrial?: () => Promise<unknown>): Promise<GateVerdict>;
  /**
   * What activations ask: the newest verdict with this shell when it passed and the bytes are still the same ones (static
   * checks anew, milliseconds), else `judge`. Release and shell never change, so one trial in a browser is enough; one
   * that failed counts for ten minutes.
   */
  admit(stored: StoredRelease, beforeTrial?: () => Promise<unknown>): Promise<GateVerdict>;
  /** The newest verdict with this shell; null when there is none. */
  latest(releaseIds: number[]): Promise<ReadonlyMap<number, GateVerdict>>;
}

/** Moves what visitors get (room `activation`). Every change is one row of `remote_event`. */
export interface Activation {
  state(name: string): Promise<RemoteState>;
  /** What the pointer was last moved by, as this server sees it: grows with every change. */
  revision(): number;
  /** Reads anew unless it has seen this revision already. */
  refresh(atLeast?: number): Promise<void>;
  /**
   * The active release, or the canary, is what it was when somebody decided about it: otherwise nothing happens, and the
   * answer is false. For what the network does by itself: to go back to the release before, or to end the canary.
   */
  withdraw(name: string, releaseId: number, why: string): Promise<boolean>;
}

/** Listens to the trouble that browsers have with releases (room `trouble`). */
export interface Trouble {
  /** Signed, for one page: what its reports count by. */
  ticketFor(address: string): string;
  /** A page is given that is shown by this release. */
  countPage(name: string, version: string): void;
  /** Failures and pages of the last 24 hours. */
  of(releaseIds: number[]): Promise<ReadonlyMap<number, { failures: number; page_loads: number }>>;
  start(): void;
  stop(): Promise<void>;
}
