import { SUB_IDS_MOST } from '@ezdash/contracts';
import { NOBODY } from './AddressKeys';

/** Sub ids that one address may bring a property in a day. Over a month that leaves two thirds of its room to others. */
export const NEW_WORDS_A_DAY = 10;

interface Brought {
  words: Set<string>;
  /** How many of them each address was the first with, by its number of the day. */
  byAddress: Map<number, number>;
}

/** The text alone: a part of a request's address would keep the whole of it in memory. */
const copied = (word: string) => Buffer.from(word, 'latin1').toString('latin1');

/**
 * Which sub ids a property's visitors have brought today, and how many each: a property has room for so many a month, and
 * one visitor must not use it up. Who is the first with a word has brought it; words that others brought are free, so
 * that only few addresses are remembered, and no more words than a property has room for.
 */
export class NewWords {
  private readonly byProperty = new Map<number, Brought>();

  /**
   * Whether an event may bring the word; if so it is brought. What may not is not held back for good: another address
   * may bring it.
   * @param address the number of where it comes from, asked for new words alone
   */
  take(propertyId: number, word: string, address: () => number): boolean {
    let brought = this.byProperty.get(propertyId);
    if (brought === undefined) {
      brought = { words: new Set(), byAddress: new Map() };
      this.byProperty.set(propertyId, brought);
    }
    const { words, byAddress } = brought;
    if (words.has(word)) return true;
    // There is no room for more of them in the month.
    if (words.size >= SUB_IDS_MOST) return false;
    const key = address();
    const count = byAddress.get(key) ?? 0;
    if (key !== NOBODY && count >= NEW_WORDS_A_DAY) return false;
    byAddress.set(key, count + 1);
    words.add(copied(word));
    return true;
  }

  clear(): void {
    this.byProperty.clear();
  }
}
