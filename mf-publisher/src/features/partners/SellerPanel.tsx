import type { PublisherSeller } from '@ezdash/contracts';
import { sentence } from '@ezdash/contracts/constants';
import { toApiError } from '@ezdash/store';
import { AppLink, CodeBlock, Notice, Panel } from '@ezdash/ui';
import { Switch } from '@ezdash/ui/data';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePublisherSetSellerMutation } from '../adsTxt/adsTxt.api';
import classes from './partners.module.css';

/** The account as /sellers.json has it, and whether that names it. */
export function SellerPanel({ seller }: { seller: PublisherSeller }) {
  const { t } = useTranslation('publisher');
  const about = useId();
  const [set, { isLoading, error }] = usePublisherSetSellerMutation();
  const failure = toApiError(error);
  const { is_confidential: isConfidential, is_listed: isListed, name, domain, entry } = seller;
  return (
    <Panel
      title={t('partners.seller.title')}
      aside={
        <a className="ez-link" href={seller.sellers_json_url} target="_blank" rel="noreferrer">
          {t('partners.seller.open')}
        </a>
      }
    >
      <div className={classes.stack}>
        <p>{t('partners.seller.text')}</p>
        {isListed ? null : <Notice tone="info">{t('partners.seller.notListed')}</Notice>}
        <Switch
          label={t('partners.seller.public')}
          aria-describedby={about}
          checked={!isConfidential}
          aria-busy={isLoading || undefined}
          onChange={(event) => {
            if (!isLoading) void set({ is_confidential: !event.currentTarget.checked });
          }}
        />
        <p id={about} className={classes.quiet}>
          {name === null
            ? t('partners.seller.noName')
            : t('partners.seller.publicText', { name, domain: domain ?? '–' })}
        </p>
        {name === null ? (
          <p>
            <AppLink href="/settings/profile">{t('partners.seller.toProfile')}</AppLink>
          </p>
        ) : null}
        {failure ? (
          <Notice tone="bad" title={t('partners.seller.failed')}>
            {sentence(failure.message) || t('problem.noAnswer')}
          </Notice>
        ) : null}
        <CodeBlock
          code={JSON.stringify(entry, null, 2)}
          label={t(isListed ? 'partners.seller.entry' : 'partners.seller.entryLater')}
          language="JSON"
        />
      </div>
    </Panel>
  );
}
