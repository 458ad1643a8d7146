import type { Payment } from '@ezdash/contracts';
import { useLiveStatus } from '@ezdash/store';
import { useEffect, useState } from 'react';
import { isOpen } from './paymentStanding';

/** Nothing tells the page, so it asks often: who has just paid looks at it. */
const ALONE_MS = 3_000;
/** What is told live is asked all the same now and then: it is by being asked that the server asks the gateway. */
const TOLD_MS = 8_000;
/** Who comes from the gateway's page has paid a moment ago, and the gateway is about to know it. */
const NEW_MS = 9_000;
const WHILE_NEW_MS = 1_500;
/** A transfer takes days. */
const TRANSFER_MS = 30_000;

type Wait = 'over' | 'gateway' | 'transfer';

function waitOf(payment: Payment): Wait {
  if (!isOpen(payment)) return 'over';
  return payment.gateway.way === 'transfer' ? 'transfer' : 'gateway';
}

/** How often a payment is asked for: while it is open, and less often the less there is to expect. */
export function usePollWhileOpen() {
  const isLive = useLiveStatus().status === 'live';
  const [wait, setWait] = useState<Wait>('gateway');
  const [isNew, setNew] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), NEW_MS);
    return () => clearTimeout(timer);
  }, []);
  const calmMs = isLive ? TOLD_MS : ALONE_MS;
  const gatewayMs = isNew ? WHILE_NEW_MS : calmMs;
  const pollingInterval = { over: 0, gateway: gatewayMs, transfer: TRANSFER_MS }[wait];
  return {
    isNew,
    options: { pollingInterval, skipPollingIfUnfocused: true } as const,
    /** Call it while rendering, with what was answered. */
    follow: (payment: Payment | undefined) => {
      if (payment && waitOf(payment) !== wait) setWait(waitOf(payment));
    },
  };
}
