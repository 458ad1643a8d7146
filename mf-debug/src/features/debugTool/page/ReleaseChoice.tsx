import type { DebugRemotes } from '@ezdash/contracts';
import { failureOf, page } from '@ezdash/store';
import { BusyButton, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNote } from '../FailureNote';
import { useDebugProof } from '../proof/useDebugProof';
import styles from './page.module.css';
import { useDebugOverrideMutation } from './remotes.api';

/** On the tool's own layer: the list lies over the panel. */
const OVER_PANEL = { zIndex: 'var(--ez-z-debug)' } as const;

export type OfferedRemote = DebugRemotes['remotes'][number];

/** Another release of the server's list for this browser, and the way back. The page is loaded anew after both. */
export function ReleaseChoice({ remote }: { remote: OfferedRemote }) {
  const { t } = useTranslation('debug');
  const format = useFormat();
  const { run } = useDebugProof();
  const [override] = useDebugOverrideMutation();
  const { name, active, releases } = remote;
  const given = remote.override?.version ?? active;
  const [chosen, setChosen] = useState(given);
  const [busy, setBusy] = useState<'apply' | 'reset' | null>(null);
  const [failed, setFailed] = useState<unknown>(null);

  const give = async (kind: 'apply' | 'reset', version: string | null) => {
    setBusy(kind);
    setFailed(null);
    try {
      await run(() => override({ remote: name, version }).unwrap());
      page.reload();
    } catch (thrown) {
      setFailed(failureOf(thrown));
      setBusy(null);
    }
  };
  const labelOf = ({ version, published_at, problems }: OfferedRemote['releases'][number]): string => {
    if (problems.length > 0) return t('federation.unfit', { version, problems: problems.join('; ') });
    if (version === active) return t('federation.activeRelease', { version });
    return t('federation.release', { version, time: format.dateTime(published_at) });
  };
  return (
    <div className={styles.choice}>
      <Select
        label={
          <>
            {t('federation.choose')}
            <span className="ez-sr"> {name}</span>
          </>
        }
        data={releases.map((release) => ({
          value: release.version,
          label: labelOf(release),
          disabled: release.problems.length > 0,
        }))}
        value={chosen}
        allowDeselect={false}
        readOnly={busy !== null}
        comboboxProps={OVER_PANEL}
        onChange={(value) => setChosen(value ?? given)}
      />
      <BusyButton
        variant="default"
        busy={busy === 'apply'}
        disabled={chosen === given || busy !== null}
        onClick={() => void give('apply', chosen)}
      >
        {t('federation.apply')}
        <span className="ez-sr"> {name}</span>
      </BusyButton>
      {remote.override ? (
        <BusyButton
          variant="default"
          busy={busy === 'reset'}
          disabled={busy !== null}
          onClick={() => void give('reset', null)}
        >
          {t('federation.reset')}
          <span className="ez-sr"> {name}</span>
        </BusyButton>
      ) : null}
      <FailureNote failure="override" error={failed} />
    </div>
  );
}
