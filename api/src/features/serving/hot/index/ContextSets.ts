import type { Targeting } from '@ezdash/contracts';
import { Bitset } from './Bitset';
import { Dimension } from './Dimension';
import { IpRanges, type RangeMatch } from './IpRanges';

const NO_WORDS: readonly string[] = [];

/**
 * Who takes a page's keywords and the visitor's address. Both are open-ended: no two pages need have the same words,
 * and no two visitors be in the same ranges, so that sets made for each would be made again and again, and the memory
 * they leave behind would keep the garbage collector busier than everything else. But all pages are alike but for the
 * few campaigns that name one of their words or ranges: one set is kept, in which these are changed for the page and
 * changed back for the next.
 */
export class ContextSets {
  readonly keywords: Dimension<string>;
  readonly ipRanges: IpRanges;
  /** Who takes a page without words from an address without ranges. Made when it is first asked for. */
  private base: Bitset | null = null;
  private readonly page: Bitset;
  /** What `page` is written for. */
  private pageWords = NO_WORDS;
  private pageMatch = '';
  /** What was asked for last, and the answer. */
  private lastWords = NO_WORDS;
  private lastAddress = '';
  private last: Bitset | null = null;
  /** Where `page` differs from `base`: the first `changedCount` of them. */
  private readonly changed: number[] = [];
  private changedCount = 0;

  constructor(size: number) {
    this.keywords = new Dimension(size);
    this.ipRanges = new IpRanges(size);
    this.page = new Bitset(size);
  }

  add(position: number, { keywords, ip_ranges }: Partial<Targeting>): void {
    this.keywords.add(position, keywords);
    this.ipRanges.add(position, ip_ranges);
  }

  /** Null when no campaign asks for either. Not to be changed, and good until the next call. */
  of(words: readonly string[], address: string): Bitset | null {
    // The zones of a page share its words, and the set.
    if (this.last !== null && words === this.lastWords && address === this.lastAddress) return this.last;
    if (!this.keywords.isUsed && !this.ipRanges.isUsed) return null;
    const base = this.base ?? this.makeBase();
    const match = this.ipRanges.match(address);
    const isPlain = match.numbers.length === 0 && !this.isNamed(words);
    if (!isPlain && (words !== this.pageWords || match.key !== this.pageMatch))
      this.write(base, words, match);
    this.last = isPlain ? base : this.page;
    this.lastWords = words;
    this.lastAddress = address;
    return this.last;
  }

  private isNamed(words: readonly string[]): boolean {
    for (let index = 0; index < words.length; index += 1)
      if (this.keywords.names(words[index] ?? '')) return true;
    return false;
  }

  private makeBase(): Bitset {
    const base = this.keywords.open.copy();
    base.keep(this.ipRanges.open);
    this.base = base;
    this.page.become(base);
    return base;
  }

  private write(base: Bitset, words: readonly string[], { key, numbers }: RangeMatch): void {
    const { keywords, ipRanges } = this;
    this.changeBack(base);
    for (const word of words)
      for (const position of keywords.includesOf(word)) if (ipRanges.open.has(position)) this.take(position);
    for (const number of numbers)
      for (const position of ipRanges.includesOf(number))
        if (keywords.open.has(position) || this.includesOne(words, position)) this.take(position);
    for (const word of words) for (const position of keywords.excludesOf(word)) this.leave(position);
    for (const number of numbers) for (const position of ipRanges.excludesOf(number)) this.leave(position);
    this.pageWords = words;
    this.pageMatch = key;
  }

  private includesOne(words: readonly string[], position: number): boolean {
    return words.some((word) => this.keywords.includesAt(word, position));
  }

  private changeBack(base: Bitset): void {
    const { page, changed } = this;
    for (let index = 0; index < this.changedCount; index += 1) {
      const position = changed[index] ?? 0;
      if (base.has(position)) page.set(position);
      else page.clear(position);
    }
    this.changedCount = 0;
  }

  private take(position: number): void {
    if (this.page.has(position)) return;
    this.page.set(position);
    this.changed[this.changedCount] = position;
    this.changedCount += 1;
  }

  private leave(position: number): void {
    if (!this.page.has(position)) return;
    this.page.clear(position);
    this.changed[this.changedCount] = position;
    this.changedCount += 1;
  }
}
