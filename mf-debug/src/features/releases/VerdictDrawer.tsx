import type { ReleaseInfo } from '@ezdash/contracts';
import { BusyButton, Drawer, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { Facts } from '../money/Facts';
import { MoneyFailure } from '../money/MoneyFailure';
import money from '../money/money.module.css';
import styles from './releases.module.css';
import { Verdict } from './Verdict';
import { VerdictChecks } from './VerdictChecks';

interface VerdictDrawerProps {
  release: ReleaseInfo;
  /** The gate looks at it now. */
  busy: boolean;
  failure: unknown;
  onCheck: () => void;
  onClose: () => void;
}

/** What the gate found of a release, check by check, and the way to have it looked at again. */
export function VerdictDrawer({ release, busy, failure, onCheck, onClose }: VerdictDrawerProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { version, verdict } = release;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('releases.verdictOf', { version })}
      actions={
        <BusyButton busy={busy} onClick={onCheck}>
          {busy ? t('releases.gateWorks') : t(verdict ? 'releases.checkAgain' : 'releases.checkNow')}
        </BusyButton>
      }
    >
      <div className={money.detail}>
        <div className={styles.working} role="status">
          {busy ? t('releases.gateWorksText') : null}
        </div>
        <MoneyFailure title={t('releases.notCheckedNow')} failure={failure} />
        {verdict ? (
          <>
            <Facts
              rows={[
                [t('releases.verdict'), <Verdict key="verdict" verdict={verdict} />],
                [t('releases.checkedAt', { zone: format.timezone }), format.dateTime(verdict.checked_at)],
                [
                  t('releases.shellBuild'),
                  <bdi key="shell" className="ez-mono" dir="ltr">
                    {verdict.shell_build}
                  </bdi>,
                ],
              ]}
            />
            <VerdictChecks verdict={verdict} />
          </>
        ) : busy ? null : (
          <p>{t('releases.notCheckedText')}</p>
        )}
      </div>
    </Drawer>
  );
}
