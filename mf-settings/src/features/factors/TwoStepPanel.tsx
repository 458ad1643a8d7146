import type { FactorList } from '@ezdash/contracts';
import { RECOVERY_CODES } from '@ezdash/contracts/constants';
import { useSession } from '@ezdash/store';
import { BusyButton, Held, Panel, useFormat } from '@ezdash/ui';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { LoadedBody } from '../../components/LoadedBody';
import { useFocusLater } from '../../components/useFocusLater';
import { useSettingsFactorsQuery } from './factors.api';
import classes from './factors.module.css';
import { RecoveryCodeSheet } from './RecoveryCodeSheet';
import { TotpSetUp } from './TotpSetUp';
import { type TwoStep, useTwoStep } from './useTwoStep';

/** Fewer are a reason to make new ones. */
const FEW_CODES = 3;

/** A code of an app besides the password: to turn on, to look after, to turn off. */
export function TwoStepPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsFactorsQuery();
  return (
    <Panel title={t('totp.title')}>
      <LoadedBody query={query} failed={t('totp.loadFailed')} height={76}>
        {(factors) => <TwoStepBody factors={factors} />}
      </LoadedBody>
    </Panel>
  );
}

function TwoStepBody({ factors }: { factors: FactorList }) {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const step = useTwoStep();
  const [setUp, focusSetUp] = useFocusLater<HTMLButtonElement>();
  const [state, focusState] = useFocusLater<HTMLParagraphElement>();
  if (step.codes)
    return (
      <RecoveryCodeSheet
        codes={step.codes}
        onKept={() => {
          focusState();
          step.keptCodes();
        }}
      />
    );
  if (step.setup)
    return (
      <TotpSetUp
        key={step.setup.secret}
        setup={step.setup}
        onDone={({ recovery_codes }) => step.showCodes(recovery_codes)}
        onAgain={() => {
          step.leaveSetup();
          void step.begin();
        }}
        onCancel={() => {
          focusSetUp();
          step.leaveSetup();
        }}
      />
    );
  return (
    <div className={classes.steps}>
      {step.failure ? (
        <FailureNotice failure={step.failure.failure} title={t(`totp.not.${step.failure.action}`)} />
      ) : null}
      {factors.totp ? (
        <On factors={factors} since={factors.totp.enabled_at} step={step} state={state} onEnd={focusSetUp} />
      ) : (
        <>
          <p className={classes.text}>{t('totp.text')}</p>
          <div>
            <Held status={user?.status}>
              <BusyButton
                ref={setUp}
                variant="default"
                busy={step.pending === 'begin'}
                onClick={() => void step.begin()}
              >
                {t('totp.begin')}
              </BusyButton>
            </Held>
          </div>
        </>
      )}
    </div>
  );
}

interface OnProps {
  factors: FactorList;
  since: string;
  step: TwoStep;
  state: RefObject<HTMLParagraphElement | null>;
  onEnd: () => void;
}

function On({ factors: { recovery_codes_left: left }, since, step, state, onEnd }: OnProps) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return (
    <>
      <p ref={state} tabIndex={-1}>
        <b>{t('totp.on', { date: format.dateTime(since) })}</b>{' '}
        <span className={left <= FEW_CODES ? classes.few : 'ez-dim'}>
          {t('totp.left', { count: left, of: RECOVERY_CODES })}
          {left <= FEW_CODES ? ` ${t('totp.few')}` : null}
        </span>
      </p>
      <div className="ez-actions">
        <BusyButton variant="default" busy={step.pending === 'renew'} onClick={() => void step.renew()}>
          {t('totp.renew')}
        </BusyButton>
        <BusyButton variant="default" busy={step.pending === 'end'} onClick={() => void step.end(onEnd)}>
          {t('totp.end')}
        </BusyButton>
      </div>
    </>
  );
}
