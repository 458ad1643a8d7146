import { createFormat, type Format, useFormat } from '@ezdash/ui';
import { useMemo } from 'react';

/** Dates and times in UTC, the zone the network's books close by, in the person's language. */
export function useUtcFormat(): Format {
  const { locale } = useFormat();
  return useMemo(() => createFormat({ locale, timezone: 'UTC' }), [locale]);
}
