import type { ApiToken } from '@ezdash/contracts';
import { type ApiError, failureOf, toApiError, useWithProof } from '@ezdash/store';
import { confirm, toast, useFormat } from '@ezdash/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettingsRevokeApiTokenMutation } from './api.api';

const GONE = 404;

/** Asks, naming what stops, and revokes. `failure`: why the last try did not work. */
export function useRevoke() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [revoke] = useSettingsRevokeApiTokenMutation();
  const { run } = useWithProof();
  const [failure, setFailure] = useState<ApiError | null>(null);

  const consequence = ({ expired, expires_at, scopes, last_used_at }: ApiToken): string => {
    if (expired) return t('tokens.revokeExpired', { date: format.date(expires_at) });
    const stops = t('tokens.revokeStops', {
      scopes: scopes.map((scope) => t(`tokens.scopeStops.${scope}`)).join(', '),
    });
    const used = last_used_at
      ? t('tokens.revokeUsed', { when: format.relative(last_used_at) })
      : t('tokens.revokeUnused');
    return `${stops} ${used}`;
  };

  const ask = async (token: ApiToken): Promise<void> => {
    setFailure(null);
    const { name } = token;
    const sure = await confirm({
      title: t('tokens.revokeTitle', { name }),
      text: consequence(token),
      verb: t('tokens.revokeVerb'),
      danger: true,
    });
    if (!sure) return;
    try {
      await run(() => revoke(token.id).unwrap());
      toast({ text: t('tokens.revoked', { name }) });
    } catch (error) {
      const gone = toApiError(error)?.status === GONE;
      if (gone) toast({ text: t('tokens.revoked', { name }) });
      else setFailure(failureOf(error));
    }
  };
  return { ask, failure };
}
