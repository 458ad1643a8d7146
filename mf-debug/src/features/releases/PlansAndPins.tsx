import type { ReleasePin, ReleasePlan, RemoteState } from '@ezdash/contracts';
import { rowId } from '@ezdash/contracts/constants';
import { AppLink, Button, Panel, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { pinName } from './usePlainChanges';

/** Who is meant; an account leads to its page. */
function PinnedName({ pin }: { pin: ReleasePin }) {
  const { subject } = pin;
  if (subject.kind === 'session')
    return (
      <bdi className="ez-mono" dir="ltr">
        {subject.session}
      </bdi>
    );
  const id = rowId('user', subject.user_id);
  const name = <bdi>{subject.email}</bdi>;
  return id === null ? (
    name
  ) : (
    <AppLink className="ez-link" href={`/admin/users/${id}`}>
      {name}
    </AppLink>
  );
}

interface PlansAndPinsProps {
  state: RemoteState;
  onCancel: (plan: ReleasePlan) => void;
  onUnpin: (pin: ReleasePin) => void;
}

/** Activations to come, and who has a release of their own; nothing where there is neither. */
export function PlansAndPins({ state: { planned, pins }, onCancel, onUnpin }: PlansAndPinsProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
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
              <li key={pinName(pin)}>
                <div>
                  <PinnedName pin={pin} />
                  <small>
                    {pin.until === null
                      ? t('releases.pinLine', { version: pin.version })
                      : t('releases.pinLineUntil', { version: pin.version, at: format.dateTime(pin.until) })}
                  </small>
                </div>
                <Button variant="default" onClick={() => onUnpin(pin)}>
                  {t('releases.unpin.verb')}
                  <span className="ez-sr"> {pinName(pin)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}
