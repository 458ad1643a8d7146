import Sequencer from '@jest/test-sequencer';

declare class SlowestFirst extends Sequencer {
  /** Ends of the paths of files that run for minutes, or nearly. */
  static readonly SLOWEST: readonly string[];
}
export = SlowestFirst;
