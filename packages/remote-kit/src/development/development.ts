/** A remote that is worked on. */
export interface DevelopedRemote {
  name: string;
  /** Absolute. */
  folder: string;
  /** Of its texts. */
  namespace: string;
}

/** What comes from sources, and what answers everything else. */
export interface Development {
  /** Its sources, or a folder that it was built into for this (`emulator` of the kit). Absolute. */
  shell: { folder: string } | { built: string };
  remotes: DevelopedRemote[];
  /** Where people open it. */
  port: number;
  /** The application: pages, calls, everything that is no script of these. */
  target: string;
  /** It is started and restarted beside this: calls wait for it, and reach it as they came. */
  own: boolean;
}

/** From the command to the development server. */
export interface DevelopmentMessage {
  /** What does not compile elsewhere. */
  errors: readonly string[];
}

/** Variable in which the command hands it to the development server. */
export const DEVELOPMENT_VARIABLE = 'EZDASH_DEVELOPMENT';

/** Of everything that is served from sources. */
export const VERSION = '0.0.0-development';

/** Address of a remote's files. */
export const remoteAddress = (name: string): string => `/remotes/${name}/${VERSION}/`;
