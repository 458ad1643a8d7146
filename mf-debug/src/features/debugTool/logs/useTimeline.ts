import { useEffect, useRef, useState } from 'react';
import { useDebugTraceQuery } from './traces.api';

const AGAIN_MS = 1_500;
/** Answers without anything new after which nothing more is waited for. */
const QUIET_ANSWERS = 3;

/** A timeline, asked for again while it is open until nothing more comes: jobs and messages follow behind the answer. */
export function useTimeline(correlationId: string) {
  const [isQuiet, setIsQuiet] = useState(false);
  const seen = useRef({ spans: -1, quiet: 0 });
  const asked = useDebugTraceQuery(correlationId, {
    pollingInterval: isQuiet ? 0 : AGAIN_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { fulfilledTimeStamp, data } = asked;
  const spans = data?.spans.length ?? 0;
  useEffect(() => {
    if (fulfilledTimeStamp === undefined) return;
    const quiet = spans === seen.current.spans ? seen.current.quiet + 1 : 0;
    seen.current = { spans, quiet };
    setIsQuiet(quiet >= QUIET_ANSWERS);
  }, [fulfilledTimeStamp, spans]);
  return { ...asked, isWaiting: !isQuiet };
}
