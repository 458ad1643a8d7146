import type { AlertChannel, AlertEvent, AlertSetting } from '@ezdash/contracts';
import { ProofCancelled, useAppDispatch, useWithProof } from '@ezdash/store';
import { toast } from '@ezdash/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failureText';
import { showAlert, useSettingsSaveAlertsMutation } from './alerts.api';

/** One switch as text, to keep what failed by. */
const keyOf = (event: AlertEvent, channel: AlertChannel) => `${event}.${channel}`;

/**
 * Switches that are saved at once; to turn off mails of new sign-ins, the server asks for a recent proof. What fails
 * goes back and says why beside it. Calls go one after another, so that the last press of a switch is what holds.
 */
export function useAlertSwitch() {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const [save] = useSettingsSaveAlertsMutation();
  const { run } = useWithProof();
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const line = useRef<Promise<void>>(Promise.resolve());

  const send = async ({ event }: AlertSetting, channel: AlertChannel, on: boolean, undo?: () => void) => {
    try {
      // The others are left as they are, whatever another window made of them.
      const alerts = [{ event, channels: { [channel]: on } }];
      await run(() => save({ alerts }).unwrap());
    } catch (error) {
      dispatch(showAlert(event, channel, !on));
      // Who did not want to prove who they are has seen why it stays as it was.
      if (!(error instanceof ProofCancelled))
        setFailures((known) => ({ ...known, [keyOf(event, channel)]: failureText(error, t) }));
      return;
    }
    const what = { event: t(`alerts.event.${event}`), channel: t(`alerts.channel.${channel}`) };
    if (undo) toast({ text: t(on ? 'alerts.turnedOn' : 'alerts.turnedOff', what), undo });
  };

  const turn = (alert: AlertSetting, channel: AlertChannel, on: boolean, undo?: () => void) => {
    setFailures(({ [keyOf(alert.event, channel)]: _, ...others }) => others);
    dispatch(showAlert(alert.event, channel, on));
    line.current = line.current.then(() => send(alert, channel, on, undo));
  };

  return {
    failureOf: (event: AlertEvent, channel: AlertChannel) => failures[keyOf(event, channel)],
    turn: (alert: AlertSetting, channel: AlertChannel, on: boolean) =>
      turn(alert, channel, on, () => turn(alert, channel, !on)),
  };
}
