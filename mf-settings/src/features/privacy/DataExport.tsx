import type { DataExport as Export } from '@ezdash/contracts';
import { EXPORT_PAUSE_HOURS } from '@ezdash/contracts/constants';
import type { ApiError } from '@ezdash/store';
import { failureOf, useWithProof } from '@ezdash/store';
import { Button, IconDownload, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { useNow } from '../../components/useNow';
import { downloadArchive } from './downloadArchive';
import { fileSize } from './fileSize';
import { useSettingsAskExportMutation } from './privacy.api';
import classes from './privacy.module.css';

interface Failure {
  titleKey: 'privacy.askFailed' | 'privacy.downloadFailed';
  error: ApiError;
}

function useExport() {
  const [ask] = useSettingsAskExportMutation();
  const { run } = useWithProof();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempt = async (titleKey: Failure['titleKey'], action: () => Promise<unknown>) => {
    setPending(true);
    setFailure(null);
    try {
      await run(action);
    } catch (thrown) {
      const error = failureOf(thrown);
      setFailure(error && { titleKey, error });
    } finally {
      setPending(false);
    }
  };
  return {
    pending,
    failure,
    ask: () => void attempt('privacy.askFailed', () => ask().unwrap()),
    download: (id: string) => void attempt('privacy.downloadFailed', () => downloadArchive(id)),
  };
}

const PAUSE_MS = EXPORT_PAUSE_HOURS * 3_600_000;

/** When the next archive may be asked for, in epoch milliseconds; null when that is now. */
function nextFrom(last: Export | null, now: number): number | null {
  if (!last || last.state === 'failed' || last.state === 'waiting') return null;
  const from = Date.parse(last.requested_at) + PAUSE_MS;
  return from > now ? from : null;
}

/** What is to be said of the last archive. */
function useStateText(last: Export | null, from: number | null): string {
  const { t } = useTranslation('settings');
  const format = useFormat();
  if (!last) return '';
  const said = t(`privacy.export.${last.state}`, {
    date: format.dateTime(last.requested_at),
    size: fileSize(last.bytes ?? 0, format.locale),
    until: last.expires_at ? format.dateTime(last.expires_at) : '–',
  });
  return from === null ? said : `${said} ${t('privacy.export.next', { from: format.dateTime(from) })}`;
}

/** One archive of all that is kept of the person. */
export function DataExport({ last }: { last: Export | null }) {
  const { t } = useTranslation('settings');
  const { pending, failure, ask, download } = useExport();
  const from = nextFrom(last, useNow());
  const text = useStateText(last, from);
  const ready = last?.state === 'ready';
  return (
    <section className={classes.part} aria-labelledby="privacy-export">
      <h3 id="privacy-export">{t('privacy.exportTitle')}</h3>
      <p>{t('privacy.exportText')}</p>
      {/* There before its words, so that they are read out when they change. */}
      <p role="status" className={classes.state}>
        {text}
      </p>
      {failure ? <FailureNotice failure={failure.error} title={t(failure.titleKey)} /> : null}
      {ready ? (
        <div className={classes.actions}>
          <Button
            variant="default"
            loading={pending}
            leftSection={<IconDownload size={16} stroke={1.7} />}
            onClick={() => download(last.id)}
          >
            {t('privacy.download')}
          </Button>
          {from === null ? (
            <Button variant="subtle" disabled={pending} onClick={ask}>
              {t('privacy.askAgain')}
            </Button>
          ) : null}
        </div>
      ) : last?.state === 'waiting' || from !== null ? null : (
        <div className={classes.actions}>
          <Button variant="default" loading={pending} onClick={ask}>
            {t(last ? 'privacy.askAgain' : 'privacy.ask')}
          </Button>
        </div>
      )}
    </section>
  );
}
