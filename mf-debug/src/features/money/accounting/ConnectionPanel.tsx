import type { XeroStatus } from '@ezdash/contracts';
import { BusyButton, CopyValue, Notice, Panel, Status, useFormat } from '@ezdash/ui';
import { Select, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { Facts } from '../Facts';
import { MoneyFailure } from '../MoneyFailure';
import styles from '../money.module.css';
import { PopupOutcome } from './PopupOutcome';
import type { Connection } from './useConnection';
import type { Turn } from './useTurn';
import { STANDING_LOOK, standingOf } from './xeroRules';

const MS = 1_000;

type OrganisationProps = Pick<ConnectionPanelProps, 'status' | 'connection' | 'turn'>;

function Organisation({ status, connection, turn }: OrganisationProps) {
  const { t } = useTranslation('debug');
  const { tenant, tenants } = status;
  if (tenants.length < 2) return tenant ? <bdi>{tenant.name}</bdi> : <span className="ez-dim">–</span>;
  return (
    <Select
      aria-label={t('money.xero.tenant')}
      data={tenants.map(({ id, name }) => ({ value: id, label: name }))}
      value={tenant?.id ?? null}
      placeholder={t('money.xero.chooseTenant')}
      allowDeselect={false}
      // Disabled, it would lose the focus.
      readOnly={turn.busy !== null}
      onChange={(id) => id && id !== tenant?.id && void connection.change({ tenant_id: id })}
    />
  );
}

interface ConnectionPanelProps {
  status: XeroStatus;
  /** When it was told, epoch milliseconds. */
  toldAt: number;
  connection: Connection;
  /** One action of the page at a time. */
  turn: Turn;
  onKeys: () => void;
}

/** How the connection to Xero stands, and the ways to make, change and end it. */
export function ConnectionPanel({ status, toldAt, connection, turn, onKeys }: ConnectionPanelProps) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { token, config } = status;
  const standing = standingOf(status.status);
  const { busy, waitsFor } = turn;
  const { failure } = connection;
  const hasApp = config.client_id !== '';
  const left = token ? toldAt + token.expires_in * MS : null;
  const dim = <span className="ez-dim">–</span>;
  return (
    <Panel
      title={t('money.xero.connection')}
      aside={<Status state={STANDING_LOOK[standing]} label={t(`money.xero.standing.${standing}`)} />}
    >
      <div className={styles.connection}>
        {hasApp ? null : (
          <Notice tone="info" title={t('money.xero.noKeys')}>
            {t('money.xero.noKeysText')}
          </Notice>
        )}
        <div role="status">
          <PopupOutcome popup={connection.popup} />
        </div>
        <Facts
          rows={[
            [
              t('money.xero.tenant'),
              <Organisation key="tenant" status={status} connection={connection} turn={turn} />,
            ],
            [
              t('money.xero.token'),
              left === null
                ? dim
                : left <= toldAt
                  ? t('money.xero.tokenOver')
                  : t('money.xero.tokenUntil', { time: format.dateTime(left), in: format.relative(left) }),
            ],
            [
              t('money.xero.clientId'),
              hasApp ? (
                <bdi key="id" className="ez-mono">
                  {config.client_id}
                </bdi>
              ) : (
                dim
              ),
            ],
            [
              t('money.xero.clientSecret'),
              hasApp ? (
                <bdi key="secret" className="ez-mono">
                  {config.client_secret}
                </bdi>
              ) : (
                dim
              ),
            ],
          ]}
        />
        <div className="ez-transfer">
          <dl>
            <CopyValue label={t('money.xero.redirectUri')} value={config.redirect_uri}>
              <span className="ez-mono">{config.redirect_uri}</span>
            </CopyValue>
          </dl>
        </div>
        <Switch
          label={t('money.xero.autoCreate')}
          description={t('money.xero.autoCreateHint')}
          checked={config.auto_create}
          aria-disabled={busy !== null || undefined}
          onChange={(event) => void connection.change({ auto_create: event.currentTarget.checked })}
        />
        {failure ? (
          <MoneyFailure title={t(`money.xero.failed.${failure.act}`)} failure={failure.error} />
        ) : null}
        <div className="ez-actions">
          {standing === 'not-connected' ? null : (
            <BusyButton
              variant="default"
              busy={busy === 'clear'}
              waitsFor={waitsFor('clear')}
              onClick={() => void connection.clear()}
            >
              {t('money.xero.clear')}
            </BusyButton>
          )}
          <BusyButton variant="default" busy={false} waitsFor={waitsFor('keys')} onClick={onKeys}>
            {t('money.xero.keys')}
          </BusyButton>
          <BusyButton
            variant={standing === 'connected' ? 'default' : 'filled'}
            busy={busy === 'connect'}
            waitsFor={waitsFor('connect')}
            disabled={!hasApp}
            onClick={() => void connection.connect()}
          >
            {t(standing === 'not-connected' ? 'money.xero.connect' : 'money.xero.connectAgain')}
          </BusyButton>
        </div>
      </div>
    </Panel>
  );
}
