import type { XeroStatus } from '@ezdash/contracts';
import { BusyButton } from '@ezdash/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PopupOutcome } from '../../money/accounting/PopupOutcome';
import type { XeroStanding } from '../../money/accounting/xeroRules';
import styles from '../debugTool.module.css';
import { Facts } from '../Facts';
import { FailureNote } from '../FailureNote';
import parts from '../parts.module.css';
import type { Xero } from './useXero';

const none = <span className="ez-dim">–</span>;

/** Asked in place: the page's own question would lie under the panel. The focus starts on the way out. */
function ClearQuestion({ xero, onYes, onNo }: { xero: Xero; onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation('debug');
  const wayOut = useRef<HTMLButtonElement>(null);
  useEffect(() => wayOut.current?.focus(), []);
  return (
    <section className={styles.failed} aria-label={t('money.xero.clearTitle')}>
      <b>{t('money.xero.clearTitle')}</b>
      <span>{t('money.xero.clearText')}</span>
      <div className={parts.actions}>
        <BusyButton
          ref={wayOut}
          variant="default"
          busy={false}
          waitsFor={xero.busy === 'clear' ? xero.waitingId : undefined}
          onClick={onNo}
        >
          {t('xeroTab.keep')}
        </BusyButton>
        <BusyButton
          color="red"
          busy={xero.busy === 'clear'}
          waitsFor={xero.waitsFor('clear')}
          onClick={onYes}
        >
          {t('money.xero.clear')}
        </BusyButton>
      </div>
    </section>
  );
}

interface ConnectionActionsProps {
  standing: XeroStanding;
  token: XeroStatus['token'];
  tenant: XeroStatus['tenant'];
  xero: Xero;
}

/** Token and organisation, and the ways to connect and to be forgotten. */
export function ConnectionActions({ standing, token, tenant, xero }: ConnectionActionsProps) {
  const { t } = useTranslation('debug');
  const { busy, problem } = xero;
  const [isAsking, setAsking] = useState(false);
  const clearButton = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setAsking(false);
    requestAnimationFrame(() => clearButton.current?.focus());
  };
  return (
    <div className={parts.stack}>
      <Facts
        rows={[
          [
            t('xeroTab.token'),
            token ? t('xeroTab.tokenText', { human: token.expires_human, seconds: token.expires_in }) : none,
          ],
          tenant ? [t('money.xero.tenant'), <bdi key="tenant">{tenant.name}</bdi>] : null,
        ]}
      />
      <PopupOutcome popup={xero.popup} />
      {problem ? <FailureNote failure={problem.failure} error={problem.error} /> : null}
      {isAsking ? (
        <ClearQuestion xero={xero} onNo={leave} onYes={() => void xero.clear().then(leave)} />
      ) : (
        <div className={parts.actions}>
          <BusyButton
            variant={standing === 'connected' ? 'default' : 'filled'}
            busy={busy === 'connect'}
            waitsFor={xero.waitsFor('connect')}
            onClick={() => void xero.connect()}
          >
            {t(standing === 'not-connected' ? 'money.xero.connect' : 'money.xero.connectAgain')}
          </BusyButton>
          {standing === 'not-connected' ? null : (
            <BusyButton
              ref={clearButton}
              variant="default"
              busy={false}
              waitsFor={xero.waitsFor('clear')}
              onClick={() => setAsking(true)}
            >
              {t('money.xero.clear')}
            </BusyButton>
          )}
        </div>
      )}
    </div>
  );
}
