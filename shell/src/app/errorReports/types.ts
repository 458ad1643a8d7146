import type { ErrorReporting } from '@ezdash/contracts';

/** Where an error comes from, for whoever knows more than its stack says. */
export interface ErrorOrigin {
  /** The remote whose part of the page failed; without one, the stack tells. */
  remote?: string;
  version?: string;
  /** Further marks to search by. */
  tags?: Record<string, string>;
  /** React's own stack. */
  componentStack?: string | null;
  /** Nobody was in its way: it came from the window itself. */
  unhandled?: boolean;
}

/** An error that waits for the SDK, or is handed to it. */
export interface PendingError {
  id: string;
  error: unknown;
  origin: ErrorOrigin;
  atMs: number;
}

/** What the SDK's part of this is told, once it is loaded. */
export interface ErrorSender {
  send(pending: PendingError): void;
  /** The public id of who is signed in; nothing else of them is ever reported. */
  setUser(publicId: string | null): void;
  close(): Promise<void>;
}

/** What only the rest of the shell knows. */
export interface PageFacts {
  /** The team that answers for a remote. */
  teamOf(remote: string): string | undefined;
  /** `/advertiser/campaigns/:id` for an address; undefined when it is none of the app's. */
  routeOf(pathname: string): string | undefined;
}

export interface SenderParts extends PageFacts {
  reporting: ErrorReporting;
  /** Told of every report that is on its way, and was not dropped. */
  onSent(id: string): void;
}
