import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { FRAME_HEADER_BYTES, FRAME_PAYLOAD_BYTES, MAX_RECORD_BYTES, writeFrameHeader } from './frame';
import { type JournalPosition, listSegments, segmentPath, syncDirectory, truncateTornTail } from './segments';

/** The calls of node:fs that the journal makes; a test hands in a disk that is full. */
export type JournalFiles = Pick<typeof fs, 'open' | 'write' | 'fdatasync' | 'ftruncate' | 'close'> & {
  /** Without O_DSYNC where the system has none: then an fdatasync follows each write. */
  constants: { O_DSYNC?: number };
};

export interface JournalOptions {
  /** `<DATA_DIR>/journal/<node>`; made when missing. */
  dir: string;
  /** Segments up to this number were used before, even when their files are gone: the checkpoint stands behind them. */
  usedSegments?: number;
  log: { error(details: object, message: string): void; info(details: object, message: string): void };
  files?: JournalFiles;
  /** How long each kind of record may wait for others to share its write, in ms. */
  waitMs?: Partial<Readonly<Record<Urgency, number>>>;
  maxSegmentBytes?: number;
  /** Beyond this much unwritten data (the disk stands still) nothing more is taken. */
  maxPendingBytes?: number;
}

export type Durable = (error: Error | null) => void;

/**
 * Who waits for a record: `now` a person, who has clicked; `soon` a page, for an acknowledgement that nobody sees; `lazy`
 * nobody.
 */
export type Urgency = 'now' | 'soon' | 'lazy';
const WAIT_MS: Readonly<Record<Urgency, number>> = { now: 5, soon: 20, lazy: 50 };

/** Anew, and empty. */
const { O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;
const RETRY_MS = 1_000;
const LAZY_FLUSH_BYTES = 256 * 1024;

export class JournalUnavailable extends Error {}

/** Frames in the making: they grow in one buffer and leave in one write. */
class Group {
  buffer = Buffer.allocUnsafe(512 * 1024);
  used = 0;
  records = 0;
  callbacks: Durable[] = [];
  /** The highest of its records. */
  urgency: Urgency = 'lazy';
  private frameStart = 0;

  add(record: Uint8Array): void {
    const length = record.length;
    if (this.used + FRAME_HEADER_BYTES + length + 1 > this.buffer.length) this.grow();
    if (this.used === this.frameStart) this.used += FRAME_HEADER_BYTES;
    this.buffer[this.used] = length;
    // By hand: a record has some fifty bytes, and `set` costs more than they.
    const { buffer, used } = this;
    for (let index = 0; index < length; index += 1) buffer[used + 1 + index] = record[index] ?? 0;
    this.used += length + 1;
    this.records += 1;
    if (this.used - this.frameStart >= FRAME_PAYLOAD_BYTES) this.seal();
  }

  wait(urgency: Urgency): void {
    if (this.urgency === 'lazy' || urgency === 'now') this.urgency = urgency;
  }

  /** Ends the frame in the making. */
  seal(): void {
    if (this.used === this.frameStart) return;
    writeFrameHeader(this.buffer, this.frameStart, this.used);
    this.frameStart = this.used;
  }

  reset(): void {
    this.used = 0;
    this.records = 0;
    this.frameStart = 0;
    this.callbacks = [];
    this.urgency = 'lazy';
  }

  private grow(): void {
    const larger = Buffer.allocUnsafe(this.buffer.length * 2);
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }
}

/**
 * The append-only file behind every answered event: a record is acknowledged when the group it was written in is on the
 * disk. The file is written with O_DSYNC: a write ends when its data is there, as with an fdatasync behind it, and costs
 * one way to another thread and back instead of two. A failed disk acknowledges nothing: callers get an error, the
 * journal tries again every second in a fresh segment (what a write failed on is never trusted again).
 */
export class Journal {
  private readonly files: JournalFiles;
  private readonly waitMs: Readonly<Record<Urgency, number>>;
  private readonly maxSegmentBytes: number;
  private readonly maxPendingBytes: number;
  private filling = new Group();
  private spare = new Group();
  private fd = -1;
  private segment: number;
  private offset = 0;
  private busy = false;
  private failure: Error | null = null;
  private closed = false;
  private timer: NodeJS.Timeout | null = null;
  /** When the timer's records are written, ms of `performance.now()`. */
  private dueAtMs = 0;
  private retryTimer: NodeJS.Timeout | null = null;
  private idle: (() => void)[] = [];
  /** Counters for the metrics. */
  readonly counts = { records: 0, syncs: 0, bytes: 0, dropped: 0, failures: 0 };

  private constructor(
    private readonly options: JournalOptions,
    firstSegment: number,
  ) {
    this.files = options.files ?? fs;
    this.waitMs = { ...WAIT_MS, ...options.waitMs };
    this.maxSegmentBytes = options.maxSegmentBytes ?? 64 * 1024 * 1024;
    this.maxPendingBytes = options.maxPendingBytes ?? 64 * 1024 * 1024;
    this.segment = firstSegment;
  }

  /** Recovers the directory after a crash (torn tail cut) and opens it for appending, always in a new segment. */
  static async open(options: JournalOptions): Promise<Journal> {
    await mkdir(options.dir, { recursive: true, mode: 0o700 });
    const newest = (await listSegments(options.dir)).at(-1);
    if (newest !== undefined) {
      const cutBytes = await truncateTornTail(options.dir, newest);
      if (cutBytes > 0)
        options.log.info({ segment: newest, cutBytes }, 'Cut an unfinished write off the journal');
    }
    return new Journal(options, Math.max(newest ?? 0, options.usedSegments ?? 0) + 1);
  }

  get healthy(): boolean {
    return this.failure === null && !this.closed;
  }

  /** Everything before this position is on the disk for good. */
  get durable(): JournalPosition {
    return { segment: this.segment, offset: this.offset };
  }

  /** Takes a record (≤ 255 bytes); `done` is called once, when it is on the disk or with the reason why it is not. */
  append(record: Uint8Array, done: Durable, urgency: Urgency = 'now'): void {
    if (!this.accepts(record)) {
      done(this.failure ?? new JournalUnavailable('The journal takes no more records'));
      return;
    }
    this.filling.add(record);
    this.filling.callbacks.push(done);
    this.schedule(urgency);
  }

  /** Takes a record that nobody waits for; when the disk stands still it is dropped and counted. */
  appendAsync(record: Uint8Array): void {
    if (!this.accepts(record)) {
      this.counts.dropped += 1;
      return;
    }
    this.filling.add(record);
    if (this.filling.used >= LAZY_FLUSH_BYTES && !this.busy) this.writeGroup();
    else this.schedule('lazy');
  }

  /** Ends when everything taken so far is on the disk, or has failed. */
  flush(): Promise<void> {
    if (!this.busy && this.filling.records === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.idle.push(resolve);
      if (!this.busy) this.writeGroup();
    });
  }

  async close(): Promise<void> {
    await this.flush();
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.retryTimer) clearTimeout(this.retryTimer);
    await this.closeFile();
  }

  private accepts(record: Uint8Array): boolean {
    return this.healthy && record.length <= MAX_RECORD_BYTES && this.filling.used < this.maxPendingBytes;
  }

  private schedule(urgency: Urgency): void {
    this.filling.wait(urgency);
    if (this.busy) return;
    const dueAtMs = performance.now() + this.waitMs[urgency];
    if (this.timer !== null && this.dueAtMs <= dueAtMs) return;
    if (this.timer) clearTimeout(this.timer);
    this.dueAtMs = dueAtMs;
    this.timer = setTimeout(() => this.writeGroup(), this.waitMs[urgency]);
  }

  private writeGroup(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.busy || this.filling.records === 0) return;
    const group = this.filling;
    this.filling = this.spare;
    this.spare = group;
    group.seal();
    this.busy = true;
    this.store(group).then(
      () => this.finish(group, null),
      (error: unknown) => this.finish(group, error instanceof Error ? error : new Error(String(error))),
    );
  }

  private finish(group: Group, error: Error | null): void {
    const { callbacks } = group;
    if (error) this.fail(error);
    else {
      this.counts.records += group.records;
      this.counts.bytes += group.used;
    }
    group.reset();
    this.busy = false;
    for (const done of callbacks) done(error);
    if (this.filling.records > 0) this.schedule(this.filling.urgency);
    if (this.idle.length === 0) return;
    if (this.filling.records > 0) this.writeGroup();
    else for (const resolve of this.idle.splice(0)) resolve();
  }

  private async store(group: Group): Promise<void> {
    if (this.fd >= 0 && this.offset >= this.maxSegmentBytes) {
      await this.closeFile();
      this.segment += 1;
      this.offset = 0;
    }
    if (this.fd < 0) await this.openFile();
    let written = 0;
    while (written < group.used)
      written += await this.write(group.buffer, written, group.used - written, this.offset + written);
    await this.sync();
    this.counts.syncs += 1;
    this.offset += group.used;
  }

  /** Nothing in memory is trusted after a failed write: it is refused, and a fresh segment is tried until one works. */
  private fail(error: Error): void {
    this.counts.failures += 1;
    this.failure = error;
    this.options.log.error(
      { err: error, segment: this.segment },
      'The journal cannot write; events are refused',
    );
    const waiting = this.filling.callbacks;
    this.counts.dropped += this.filling.records - waiting.length;
    this.filling.reset();
    for (const done of waiting) done(error);
    this.retryTimer = setTimeout(() => void this.recover(), RETRY_MS);
  }

  private async recover(): Promise<void> {
    if (this.closed) return;
    try {
      if (this.fd >= 0) {
        await this.truncate(this.offset);
        await this.closeFile();
      }
      // An empty segment was never begun: its name can be used again.
      if (this.offset > 0) this.segment += 1;
      this.offset = 0;
      await this.openFile();
      const probe = Buffer.alloc(FRAME_HEADER_BYTES);
      writeFrameHeader(probe, 0, probe.length);
      await this.write(probe, 0, probe.length, 0);
      await this.sync();
      this.offset = probe.length;
      this.failure = null;
      this.options.log.info({ segment: this.segment }, 'The journal writes again');
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      this.retryTimer = setTimeout(() => void this.recover(), RETRY_MS);
    }
  }

  private async openFile(): Promise<void> {
    const path = segmentPath(this.options.dir, this.segment);
    const flags = O_WRONLY | O_CREAT | O_TRUNC | (this.files.constants.O_DSYNC ?? 0);
    this.fd = await new Promise<number>((resolve, reject) => {
      this.files.open(path, flags, 0o600, (error, fd) => (error ? reject(error) : resolve(fd)));
    });
    await syncDirectory(this.options.dir);
  }

  private async closeFile(): Promise<void> {
    const { fd } = this;
    this.fd = -1;
    if (fd >= 0) await new Promise<void>((resolve) => this.files.close(fd, () => resolve()));
  }

  private write(buffer: Buffer, from: number, length: number, position: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.files.write(this.fd, buffer, from, length, position, (error, written) =>
        error ? reject(error) : resolve(written),
      );
    });
  }

  /** What was written is on the disk behind this; it is already where writes are synchronous. */
  private sync(): Promise<void> | undefined {
    if (this.files.constants.O_DSYNC !== undefined) return undefined;
    return new Promise((resolve, reject) => {
      this.files.fdatasync(this.fd, (error) => (error ? reject(error) : resolve()));
    });
  }

  private truncate(length: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.files.ftruncate(this.fd, length, (error) => (error ? reject(error) : resolve()));
    });
  }
}
