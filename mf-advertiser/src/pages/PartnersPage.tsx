import { TRACKER_PRESETS, type TrackerPreset } from '@ezdash/contracts/constants';
import { AppLink, Button, EmptyState, PageHeader, Panel, TextInput, usePageTitle } from '@ezdash/ui';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PartnerGuide } from '../features/partners/PartnerGuide';
import classes from '../features/partners/partners.module.css';

const GUIDE = 'guide';

function Card({ preset, onGuide }: { preset: TrackerPreset; onGuide: () => void }) {
  const { t } = useTranslation('advertiser');
  const { id, name, clickPlaceholder, valuePlaceholder, statusPlaceholder } = preset;
  const words = [clickPlaceholder, valuePlaceholder, statusPlaceholder].filter(Boolean).join(' ');
  return (
    <Panel title={name}>
      <div className={classes.card}>
        <p>
          {t(
            statusPlaceholder
              ? 'partners.tellsAll'
              : valuePlaceholder
                ? 'partners.tellsValue'
                : 'partners.tells',
          )}
        </p>
        <p className={classes.words}>
          <code className="ez-mono" dir="ltr">
            {words}
          </code>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" component={AppLink} href={`/advertiser/postbacks?tracker=${id}`}>
            {t('partners.setUp', { name })}
          </Button>
          <Button variant="subtle" onClick={onGuide}>
            {t('partners.guide', { name })}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** `/advertiser/partners`: trackers that report conversions, each with a guide and its postback ready made. */
export function PartnersPage() {
  const { t } = useTranslation('advertiser');
  usePageTitle(t('page.partners'));
  const [search, setSearch] = useSearchParams();
  const [filter, setFilter] = useState('');
  const open = useCallback(
    (id: string | null) => setSearch(id === null ? {} : { [GUIDE]: id }, { preventScrollReset: true }),
    [setSearch],
  );
  const wanted = filter.trim().toLowerCase();
  const shown = TRACKER_PRESETS.filter(({ name }) => name.toLowerCase().includes(wanted));
  const opened = TRACKER_PRESETS.find(({ id }) => id === search.get(GUIDE));
  return (
    <>
      <PageHeader title={t('page.partners')} lead={t('partners.lead')} />
      <TextInput
        className={classes.filter}
        type="search"
        label={t('partners.filter')}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {shown.length > 0 ? (
        <ul className={classes.cards}>
          {shown.map((preset) => (
            <li key={preset.id}>
              <Card preset={preset} onGuide={() => open(preset.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <Panel label={t('partners.empty')}>
          <EmptyState
            title={t('partners.empty')}
            action={
              <Button variant="default" onClick={() => setFilter('')}>
                {t('postbacks.empty.clear')}
              </Button>
            }
          >
            {t('partners.emptyText')}
          </EmptyState>
        </Panel>
      )}
      {opened ? <PartnerGuide preset={opened} onClose={() => open(null)} /> : null}
    </>
  );
}
