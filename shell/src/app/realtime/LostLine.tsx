import { useLiveStatus } from '@ezdash/store';
import { LiveLine } from '@ezdash/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Most losses are over sooner, and nobody needs to know of them. */
const SHOWN_AFTER_MS = 5_000;

/** Says that changes come late, for as long as the connection is lost. */
export function LostLine() {
  const { t } = useTranslation('shell');
  const { status, since } = useLiveStatus();
  const [shownFor, setShownFor] = useState<number | null>(null);
  useEffect(() => {
    if (status !== 'lost') return;
    const timer = setTimeout(() => setShownFor(since), Math.max(0, since + SHOWN_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [status, since]);
  return <LiveLine text={status === 'lost' && shownFor === since ? t('live.lost') : null} />;
}
