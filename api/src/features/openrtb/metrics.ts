import { Counter, type Registry } from 'prom-client';
import { NOTICE_KINDS, type NoticeKind } from './createNotices';

export interface OpenRtbMetrics {
  /** `bid`, a reason of no bid, or the code of a refusal, of a notice or an unknown address too. */
  onRequest(outcome: string): void;
  onBids(count: number): void;
  /** `outcome`: kept, dropped or refused. */
  onNotice(kind: NoticeKind, outcome: 'kept' | 'dropped' | 'refused'): void;
}

/** Counts what exchanges ask and say; without a registry nobody asks. */
export function createOpenRtbMetrics(registry?: Registry): OpenRtbMetrics {
  const registers = registry ? [registry] : [];
  const requests = new Counter({
    name: 'ezdash_openrtb_requests_total',
    help: 'Requests of exchanges: bid, why there was no bid, or the code of the refusal, of notices too',
    labelNames: ['outcome'],
    registers,
  });
  const bids = new Counter({ name: 'ezdash_openrtb_bids_total', help: 'Bids made', registers });
  const notices = new Counter({
    name: 'ezdash_openrtb_notices_total',
    help: 'What exchanges said of bids: kept, dropped for want of room, or refused',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  requests.inc({ outcome: 'bid' }, 0);
  for (const kind of NOTICE_KINDS) notices.inc({ kind, outcome: 'kept' }, 0);
  return {
    onRequest: (outcome) => requests.inc({ outcome }),
    onBids: (count) => bids.inc(count),
    onNotice: (kind, outcome) => notices.inc({ kind, outcome }),
  };
}
