import { parseChannel } from '@ezdash/contracts/constants';
import { addCallHeaders, liveChannels, useAppDispatch } from '@ezdash/store';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { writeLog } from '../writeLog';
import { watchInteractions } from './interactions';

/**
 * While a debug session is confirmed: what is done on the page gets an id that the server's timelines are kept under, and
 * an entry in the log as soon as the server was asked; so do messages that came of it.
 */
export function useInteractions(isActive: boolean): void {
  const dispatch = useAppDispatch();
  const { t } = useTranslation('debug');
  useEffect(() => {
    if (!isActive) return;
    const interactions = watchInteractions(({ id, what, target }) =>
      writeLog(dispatch, 'info', t(`logsTab.did.${what}`, { target }), { correlationId: id }),
    );
    const endHeaders = addCallHeaders(interactions.headers);
    const endTap = liveChannels.tap({
      onJoined: () => {},
      onTold: (channel, event, _data, correlationId) => {
        if (correlationId === undefined || !interactions.knows(correlationId)) return;
        writeLog(dispatch, 'info', t('logsTab.told', { event, channel: parseChannel(channel)?.kind }), {
          correlationId,
        });
      },
    });
    return () => {
      endTap();
      endHeaders();
      interactions.stop();
    };
  }, [isActive, dispatch, t]);
}
