import type { Passkey } from '@ezdash/contracts';
import { PASSKEYS_MOST } from '@ezdash/contracts/constants';
import { useSession } from '@ezdash/store';
import { BusyButton, Held, IconPlus, Notice, Panel } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/FailureNotice';
import { LoadedBody } from '../../components/LoadedBody';
import rows from '../../components/rows.module.css';
import { useRowFocus } from '../../components/useRowFocus';
import { useSettingsFactorsQuery } from '../factors/factors.api';
import { PasskeyRow } from './PasskeyRow';
import { usePasskeyActions } from './usePasskeyActions';
import { passkeysSupported } from './webAuthn';

/** Ways in with the lock of a device, without a password. */
export function PasskeysPanel() {
  const { t } = useTranslation('settings');
  const query = useSettingsFactorsQuery();
  return (
    <Panel title={t('passkeys.title')} flush>
      <LoadedBody query={query} failed={t('passkeys.loadFailed')} height={96}>
        {({ passkeys }) => <PasskeyList passkeys={passkeys} />}
      </LoadedBody>
    </Panel>
  );
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('settings');
  const focus = useRowFocus(passkeys.length);
  const { pending, problem, add, remove } = usePasskeyActions(focus);
  return (
    <>
      <p className={rows.lead}>{t('passkeys.text')}</p>
      {problem ? (
        <div className={rows.notice}>
          {problem.failure ? (
            <FailureNotice failure={problem.failure} title={t(`passkeys.not.${problem.action}`)} />
          ) : (
            <Notice tone="bad" title={t('passkeys.not.add')}>
              {t(`passkeys.${problem.browser ?? 'refused'}`)}
            </Notice>
          )}
        </div>
      ) : null}
      <ul ref={focus.attach} className={rows.rows}>
        {passkeys.map((passkey, index) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            pending={pending === passkey.id}
            onRemove={() => void remove(passkey, index)}
          />
        ))}
      </ul>
      <PasskeyFoot
        count={passkeys.length}
        pending={pending === 'add'}
        onAdd={() => void add()}
        attach={focus.attachRest}
      />
    </>
  );
}

interface PasskeyFootProps {
  count: number;
  pending: boolean;
  onAdd: () => void;
  attach: (node: HTMLElement | null) => void;
}

function PasskeyFoot({ count, pending, onAdd, attach }: PasskeyFootProps) {
  const { t } = useTranslation('settings');
  const { user } = useSession();
  const reason = passkeysSupported()
    ? t('passkeys.most', { count: PASSKEYS_MOST })
    : t('passkeys.unsupported');
  return (
    <div className={rows.foot}>
      {passkeysSupported() && count < PASSKEYS_MOST ? (
        <Held status={user?.status}>
          <BusyButton
            ref={attach}
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.7} />}
            busy={pending}
            onClick={onAdd}
          >
            {t('passkeys.add')}
          </BusyButton>
        </Held>
      ) : (
        <p ref={attach} tabIndex={-1} className="ez-small">
          {reason}
        </p>
      )}
    </div>
  );
}
