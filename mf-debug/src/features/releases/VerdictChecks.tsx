import type { GateCheck, GateVerdict } from '@ezdash/contracts';
import { IconCheck, IconCircle, IconX } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import styles from './releases.module.css';
import { checksOf } from './verdict';

const ICONS = { passed: IconCheck, failed: IconX, skipped: IconCircle } as const;

function CheckList({ checks }: { checks: readonly GateCheck[] }) {
  const { t } = useTranslation('debug');
  return (
    <ul className={styles.checks}>
      {checks.map(({ check, outcome, detail }) => {
        const Icon = ICONS[outcome];
        return (
          <li key={check} data-outcome={outcome}>
            <Icon size={16} stroke={2} aria-hidden />
            <div>
              <b>{t(`releases.check.${check}`)}</b>
              <span className="ez-sr">: {t(`releases.outcome.${outcome}`)}</span>
              {detail ? (
                <p>
                  <bdi>{detail}</bdi>
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** What the gate found: what failed first, then what was not looked at; what passed is folded where something failed. */
export function VerdictChecks({ verdict }: { verdict: GateVerdict }) {
  const { t } = useTranslation('debug');
  const passed = checksOf(verdict, 'passed');
  const others = [...checksOf(verdict, 'failed'), ...checksOf(verdict, 'skipped')];
  return (
    <>
      {others.length > 0 ? <CheckList checks={others} /> : null}
      {passed.length === 0 ? null : verdict.passed ? (
        <CheckList checks={passed} />
      ) : (
        <details className={styles.folded}>
          <summary>{t('releases.passedCount', { count: passed.length })}</summary>
          <CheckList checks={passed} />
        </details>
      )}
    </>
  );
}
