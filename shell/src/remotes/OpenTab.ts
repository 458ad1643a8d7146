import type { Registry, RegistryEntry } from '@ezdash/contracts';
import { CONTRACT_VERSION } from '@ezdash/remote-kit';
import { flushSync } from 'react-dom';
import { keepPlace } from './keepPlace';
import { lastFocusIn, typed } from './presence';
import type { RemoteLoader, SwapOutcome } from './RemoteLoader';
import { whatHinders } from './swapSafety';
import { readTabFacts } from './tabFacts';
import type { Change } from './typed';

/** Words that have not come after this long come later: a page that is there counts more. */
const TEXTS_WAIT_MS = 1_000;

type TakeTexts = (namespace: string) => void;
/** Asks for texts, once however often it is called. */
type AskTexts = () => Promise<TakeTexts>;

interface OpenTabParts {
  loader: RemoteLoader;
  /** Calls of the store that change something, as it has them now. */
  changes: () => readonly Change[];
  /** Asks for the texts of releases that are about to take over; what it answers takes those of a namespace over. */
  freshTexts: (next: Record<string, string>) => Promise<TakeTexts>;
}

/** What became of a release that somebody asked for. */
export interface Updated {
  remote: string;
  outcome: SwapOutcome;
}

const versionsOf = (entries: readonly (readonly [string, RegistryEntry])[]): Record<string, string> =>
  Object.fromEntries(entries.map(([remote, { version }]) => [remote, version]));

/** Puts the focus back where it was before the press, when nothing else has it. */
function focusAgain(element: Element | null): void {
  if (document.activeElement !== document.body) return;
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

/**
 * Takes new releases into an open tab: at once where nothing of the remote is in the page, in place where nothing is
 * lost by it, and otherwise when somebody says so or has left the remote's pages.
 */
export class OpenTab {
  readonly #parts: OpenTabParts;
  readonly #waiting = new Map<string, RegistryEntry>();
  readonly #listeners = new Set<() => void>();
  /** One change at a time: two releases that load at once would mix what they inject. */
  #last: Promise<unknown> = Promise.resolve();
  #names: readonly string[] = [];

  constructor(parts: OpenTabParts) {
    this.#parts = parts;
  }

  /** Listens for remotes that leave the page. @returns ends it */
  start(): () => void {
    return this.#parts.loader.onLeave((remote) => {
      const entry = this.#waiting.get(remote);
      if (entry) void this.#inTurn(() => this.#take([[remote, entry]]));
    });
  }

  /**
   * The registry as it is now. Releases that need more of the shell than this tab's has are left alone, and so are those
   * that this browser alone is given: they come with a page that says so from its start.
   */
  take(registry: Registry): Promise<void> {
    const fitting = Object.entries(registry).filter(
      ([, { manifest, override }]) => manifest.contractVersion <= CONTRACT_VERSION && override !== true,
    );
    return this.#inTurn(() => this.#take(fitting));
  }

  /** Takes what waits, whatever is lost. @returns what became of each */
  updateNow(): Promise<Updated[]> {
    // Of before the press: the notice that had the focus goes with it.
    const focused = new Map([...this.#waiting.keys()].map((remote) => [remote, lastFocusIn(remote)]));
    return this.#inTurn(async () => {
      const texts = this.#textsOf(versionsOf([...this.#waiting]));
      const updated: Updated[] = [];
      for (const [remote, entry] of [...this.#waiting]) {
        const outcome = await this.#swap(remote, entry, texts, focused.get(remote) ?? null);
        if (outcome !== 'in') focusAgain(focused.get(remote) ?? null);
        updated.push({ remote, outcome });
      }
      return updated;
    });
  }

  /** Remotes whose release waits for somebody, in the order they came. The same list until it changes. */
  readonly waiting = (): readonly string[] => this.#names;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(action);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #take(entries: readonly [string, RegistryEntry][]): Promise<void> {
    const { loader } = this.#parts;
    const offers = entries.map(([remote, entry]) => ({ remote, entry, answer: loader.offer(remote, entry) }));
    for (const { remote, answer } of offers) if (answer !== 'waiting') this.#waiting.delete(remote);
    this.#tell();
    const news = offers.filter(({ answer }) => answer !== 'known');
    if (news.length === 0) return;
    const texts = this.#textsOf(versionsOf(news.map(({ remote, entry }) => [remote, entry])));
    for (const { remote, entry, answer } of news) {
      if (answer === 'taken') void texts().then((take) => take(entry.manifest.namespace));
      else if (this.#isSafe(remote, entry)) await this.#swap(remote, entry, texts);
      else this.#wait(remote, entry);
    }
    if (offers.some(({ answer }) => answer === 'taken')) await texts();
  }

  /** @param focused for what somebody asked for; then nothing is looked at any more */
  async #swap(
    remote: string,
    entry: RegistryEntry,
    texts: AskTexts,
    focused?: Element | null,
  ): Promise<SwapOutcome> {
    const outcome = await this.#parts.loader.swap(remote, entry, {
      texts: () => this.#timely(texts(), remote, entry.version),
      mayTakeOver: () => focused !== undefined || this.#isSafe(remote, entry),
      around: (commit) => {
        const putPlaceBack = keepPlace(remote, focused);
        flushSync(commit);
        typed.forget(remote);
        putPlaceBack();
      },
    });
    if (outcome === 'late') this.#wait(remote, entry);
    else {
      this.#waiting.delete(remote);
      this.#tell();
    }
    return outcome;
  }

  /** Those of releases that wait are asked for when they are taken. */
  #textsOf(next: Record<string, string>): AskTexts {
    let asked: Promise<TakeTexts> | null = null;
    return () => {
      asked ??= this.#parts.freshTexts(next);
      return asked;
    };
  }

  /** The texts, or nothing for now; what comes late is taken when the release is in by then. */
  #timely(texts: Promise<TakeTexts>, remote: string, version: string): Promise<TakeTexts> {
    const late = new Promise<TakeTexts>((resolve) => {
      setTimeout(
        () =>
          resolve((namespace) => {
            void texts.then((take) => this.#parts.loader.version(remote) === version && take(namespace));
          }),
        TEXTS_WAIT_MS,
      );
    });
    return Promise.race([texts, late]);
  }

  #isSafe(remote: string, { manifest }: RegistryEntry): boolean {
    return whatHinders(readTabFacts(remote, manifest.namespace, typed, this.#parts.changes())) === null;
  }

  #wait(remote: string, entry: RegistryEntry): void {
    this.#waiting.set(remote, entry);
    this.#tell();
    // It may have left the page while the release loaded, and nobody would tell of that again.
    if (!this.#parts.loader.isMounted(remote)) void this.#inTurn(() => this.#take([[remote, entry]]));
  }

  #tell(): void {
    const names = [...this.#waiting.keys()];
    if (names.join() === this.#names.join()) return;
    this.#names = names;
    for (const listener of this.#listeners) listener();
  }
}
