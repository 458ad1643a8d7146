import { toApiError } from '@ezdash/store';
import { BlockSkeleton, Button, IconExternalLink } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FailureNotice } from '../../components/FailureNotice';
import { socialStart, useSettingsConnectionsQuery } from '../social/social.api';

/** A visit to an account that is linked, by a full page load. */
export function ProviderProof() {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const { data, error, refetch } = useSettingsConnectionsQuery();
  const failure = toApiError(error);
  if (failure)
    return (
      <FailureNotice
        failure={failure}
        title={t('proof.waysFailed')}
        action={
          <Button variant="default" onClick={() => void refetch()}>
            {t('failure.retry')}
          </Button>
        }
      />
    );
  if (!data) return <BlockSkeleton height={34} />;
  return (
    <>
      {data.connections
        .filter(({ linked }) => linked !== null)
        .map(({ id, name }) => (
          <Button
            key={id}
            fullWidth
            leftSection={<IconExternalLink size={16} stroke={1.7} />}
            component="a"
            href={socialStart(id, 'confirm', pathname)}
          >
            {t('proof.provider', { name })}
          </Button>
        ))}
      <p className="ez-dim">{t('proof.leaves')}</p>
    </>
  );
}
