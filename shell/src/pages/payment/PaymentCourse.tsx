import type { PaymentEvent } from '@ezdash/contracts';
import { Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './paymentResult.module.css';

const BAD: ReadonlySet<string> = new Set(['failed', 'authentication-failed', 'bonus-lost', 'charged-back']);
const GOOD: ReadonlySet<string> = new Set(['completed', 'refunded', 'authentication-passed']);

/** A gateway that is asked every few seconds is told of once, when it was asked last. */
function foldRepeated(events: readonly PaymentEvent[]): PaymentEvent[] {
  return events.filter(({ kind }, at) => kind !== 'asked-gateway' || events[at + 1]?.kind !== kind);
}

/** What an event was about: an amount, a document's number, a promo code, a reason. */
function useAbout() {
  const { t, i18n } = useTranslation(['shell', 'ui']);
  const format = useFormat();
  return ({ kind, detail }: PaymentEvent, currency: string) => {
    const { amount_micros: micros, number, code, reason } = detail;
    const parts = [];
    if (micros !== undefined) parts.push(format.money(Number(micros), { currency }));
    if (number !== undefined) parts.push(String(number));
    if (code !== undefined) parts.push(String(code));
    // What the gateway calls its own message says nothing to the payer.
    if (reason !== undefined && kind !== 'gateway-told') {
      const key = `ui:payment.failure.${reason}`;
      parts.push(i18n.exists(key) ? t(key) : String(reason));
    }
    return parts.join(' · ');
  };
}

/** Every step that a payment took, in order. */
export function PaymentCourse({ events, currency }: { events: readonly PaymentEvent[]; currency: string }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  const aboutOf = useAbout();
  const shown = foldRepeated(events).map((event, at) => ({ event, key: `${at} ${event.at} ${event.kind}` }));
  return (
    <Panel title={t('payment.course')} hint={format.timezone}>
      <ol className={classes.course}>
        {shown.map(({ event, key }) => {
          const about = aboutOf(event, currency);
          const tone = BAD.has(event.kind) ? 'bad' : GOOD.has(event.kind) ? 'ok' : undefined;
          return (
            <li key={key} data-tone={tone}>
              <time dateTime={event.at}>{format.dateTime(event.at, { seconds: true })}</time>
              <p>
                {t(`payment.event.${event.kind}`)}
                {about ? (
                  <small>
                    <bdi>{about}</bdi>
                  </small>
                ) : null}
              </p>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
