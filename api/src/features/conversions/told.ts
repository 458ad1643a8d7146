import type { ConversionStatus } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';

/** That a conversion counts, may come to count, or does not (any more). */
export interface ToldConversion {
  conversionId: bigint;
  goalId: number;
  ownerId: number;
  event: ConversionStatus;
}
/** Told in the transaction that settles the conversion: what is written there exists when it does, and never otherwise. */
export type TellConversion = (trx: Trx, told: ToldConversion) => Promise<void>;

/** A report as it came in and was answered, whatever became of it. */
export interface ReportEntry {
  /** As it was named: it may be nobody's. */
  goal: string;
  receivedAt: Date;
  source: 'postback' | 'pixel';
  method: 'GET' | 'POST';
  /** Without its key. */
  request: string;
  status: number;
  /** Why it was refused. */
  code: string | null;
  answer: string;
  verdict: string | null;
  tookMs: number;
}
/** Keeps it behind the answer; never throws, and drops what is too much. */
export type NoteReport = (entry: ReportEntry) => void;
