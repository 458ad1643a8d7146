import type { Property } from '@ezdash/contracts';
import { type State, Status, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { ADS_TXT_STATES } from '../adsTxt/AdsTxtState';
import styles from './properties.module.css';
import type { AdsTxtResults } from './useAdsTxtResults';

const VERIFICATION: Readonly<Record<NonNullable<Property['verification']>, State>> = {
  verified: 'approved',
  unverified: 'open',
  lost: 'failed',
};

interface PropertySetupProps {
  property: Property;
  adsTxt: AdsTxtResults;
}

/** What a site needs before it earns all it can: shown to be its publisher's, its tag at work, our line in ads.txt. */
export function PropertySetup({ property, adsTxt }: PropertySetupProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const format = useFormat();
  const { id, state, verification, last_request_at: seen } = property;
  // A server of before says neither.
  if (state === 'archived' || verification === undefined) return <span className="ez-dim">–</span>;
  const result = adsTxt.get(id);
  return (
    <ul className={styles.setup}>
      <li>
        <Status
          state={VERIFICATION[verification]}
          label={t(verification === 'verified' ? 'ui:state.verified' : `verification.state.${verification}`)}
          plain
        />
      </li>
      <li>
        <Status
          state={seen ? 'active' : 'noTag'}
          label={seen ? t('properties.tagSeen', { when: format.relative(seen) }) : t('properties.tagNever')}
          plain
        />
      </li>
      {result === undefined ? null : (
        <li>
          <Status
            state={result ? ADS_TXT_STATES[result.status] : 'open'}
            label={t('properties.adsTxt', { word: t(`adsTxt.status.${result?.status ?? 'none'}.word`) })}
            plain
          />
        </li>
      )}
    </ul>
  );
}
