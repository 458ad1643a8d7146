import type { ReleasePin, ReleasePlan, RemoteState } from '@ezdash/contracts';
import { rowId } from '@ezdash/contracts/constants';
import { AppLink, Button, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { useOwnSession } from './useOwnSession';

/** Who is meant; an account leads to its page. */
function PinnedName({ pin: { subject }, name }: { pin: ReleasePin; name: string }) {
  const id = subject.kind === 'user' ? rowId('user', subject.user_id) : null;
  const shown = <bdi>{name}</bdi>;
  if (id !== null)
    return (
      <AppLink className="ez-link" href={`/admin/users/${id}`}>
        {shown}
      </AppLink>
    );
  // A session that is not this browser's has no other name than its id.
  const isId = subject.kind === 'session' && name === subject.session;
  return isId ? (
    <bdi className="ez-mono" dir="ltr">
      {name}
    </bdi>
  ) : (
    shown
  );
}

/** What a pin is known by: the account's address, this browser, or the session's id. */
function usePinName(pins: readonly ReleasePin[]): (pin: ReleasePin) => string {
  const { t } = useTranslation('debug');
  const own = useOwnSession({ skip: pins.every(({ subject }) => subject.kind === 'user') }).session?.id;
  return ({ subject }) => {
    if (subject.kind === 'user') return subject.email;
    return subject.session === own ? t('releases.pin.here') : subject.session;
  };
}

interface PlansAndPinsProps {
  state: RemoteState;
  onCancel: (plan: ReleasePlan) => void;
  /** `name`: what it is known by here. */
  onUnpin: (pin: ReleasePin, name: string) => void;
}

/** Activations to come, and who has a release of their own; nothing where there is neither. */
export function PlansAndPins({ state: { planned, pins }, onCancel, onUnpin }: PlansAndPinsProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const nameOf = usePinName(pins);
  if (planned.length === 0 && pins.length === 0) return null;
  return (
    <div className={styles.two}>
      {planned.length > 0 ? (
        <Panel title={t('releases.plans')} hint={format.timezone} flush>
          <ul className={styles.items}>
            {planned.map((plan) => (
              <li key={plan.id}>
                <div>
                  {t('releases.planLine', { version: plan.version, at: format.dateTime(plan.at) })}
                  {plan.why ? <q>{plan.why}</q> : null}
                  <small>
                    <bdi>{plan.by}</bdi>
                  </small>
                </div>
                <Button variant="default" onClick={() => onCancel(plan)}>
                  {t('releases.cancel.verb')}
                  <span className="ez-sr"> {plan.version}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
      {pins.length > 0 ? (
        <Panel title={t('releases.pins')} hint={format.timezone} flush>
          <ul className={styles.items}>
            {pins.map((pin) => (
              <li key={pin.subject.kind === 'user' ? pin.subject.user_id : pin.subject.session}>
                <div>
                  <PinnedName pin={pin} name={nameOf(pin)} />
                  <small>
                    {pin.until === null
                      ? t('releases.pinLine', { version: pin.version })
                      : t('releases.pinLineUntil', { version: pin.version, at: format.dateTime(pin.until) })}
                  </small>
                </div>
                <Button variant="default" onClick={() => onUnpin(pin, nameOf(pin))}>
                  {t('releases.unpin.verb')}
                  <span className="ez-sr"> {nameOf(pin)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}
