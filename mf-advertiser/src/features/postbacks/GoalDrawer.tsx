import type { ConversionGoal } from '@ezdash/contracts';
import { TRACKER_PRESETS, trackerClickQuery } from '@ezdash/contracts/constants';
import { CodeBlock, Drawer, Notice, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GoalKey, type RenewedKey } from './GoalKey';
import { GoalTest } from './GoalTest';
import { canReport, exampleAddress, type ReportWay, reportAddress } from './postbackAddress';
import classes from './postbacks.module.css';

const OWN = 'own';

/** The address of a goal, with the words of the tracker that calls it, and the same as a call. */
function AddressBuilder({ goal }: { goal: ConversionGoal }) {
  const { t } = useTranslation('advertiser');
  const [way, setWay] = useState<ReportWay>('server');
  const [trackerId, setTracker] = useState(OWN);
  const tracker = TRACKER_PRESETS.find(({ id }) => id === trackerId) ?? null;
  const address = reportAddress(goal, { way, tracker, key: null });
  const ways: ReportWay[] = goal.pixel_url ? ['server', 'pixel'] : ['server'];
  return (
    <section className={classes.section}>
      <h3>{t('postbacks.builder.title')}</h3>
      <div className={classes.row}>
        {ways.length > 1 ? (
          <Select
            label={t('postbacks.builder.way')}
            data={ways.map((value) => ({ value, label: t(`postbacks.builder.ways.${value}`) }))}
            value={way}
            allowDeselect={false}
            onChange={(value) => setWay(value === 'pixel' ? 'pixel' : 'server')}
          />
        ) : null}
        {way === 'server' ? (
          <Select
            label={t('postbacks.builder.caller')}
            data={[
              { value: OWN, label: t('postbacks.builder.own') },
              ...TRACKER_PRESETS.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={trackerId}
            allowDeselect={false}
            onChange={(value) => setTracker(value ?? OWN)}
          />
        ) : null}
      </div>
      {address ? (
        <>
          <CodeBlock
            label={t('postbacks.builder.address')}
            language={way === 'pixel' ? 'HTML' : 'HTTP'}
            code={address}
          />
          <CodeBlock
            label={t('postbacks.builder.example')}
            language={way === 'pixel' ? 'HTML' : 'HTTP'}
            code={exampleAddress(address, tracker)}
          />
        </>
      ) : null}
      {tracker && !canReport(tracker, goal) ? (
        <Notice tone="warn" title={t('postbacks.builder.noTransactions', { name: tracker.name })}>
          {t('postbacks.builder.noTransactionsText')}
        </Notice>
      ) : tracker ? (
        <CodeBlock
          label={t('postbacks.builder.landing', { name: tracker.name })}
          language="HTTP"
          code={`https://…?${trackerClickQuery(tracker)}`}
        />
      ) : (
        <p className={classes.quiet}>{t('postbacks.builder.landingOwn')}</p>
      )}
      {address && goal.requires_key ? <p className={classes.quiet}>{t('postbacks.builder.key')}</p> : null}
    </section>
  );
}

interface GoalDrawerProps {
  goal: ConversionGoal;
  onRenewed: (renewed: RenewedKey) => void;
  onClose: () => void;
}

/** All about reporting one goal: its address, its key, and a try. */
export function GoalDrawer({ goal, onRenewed, onClose }: GoalDrawerProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const last = goal.last_received_at;
  return (
    <Drawer opened onClose={onClose} title={goal.name} width={620}>
      <div className={classes.body}>
        {goal.state === 'archived' ? <Notice tone="warn">{t('postbacks.goal.isArchived')}</Notice> : null}
        <dl className={classes.facts}>
          <dt>{t('postbacks.goal.id')}</dt>
          <dd className="ez-mono">{goal.id}</dd>
          <dt>{t('postbacks.goal.last')}</dt>
          <dd>{last ? format.dateTime(last, { seconds: true }) : t('postbacks.goal.never')}</dd>
          <dt>{t('postbacks.goal.addresses')}</dt>
          <dd dir="ltr">
            {goal.allowed_addresses.length > 0
              ? goal.allowed_addresses.join(', ')
              : t('postbacks.goal.everywhere')}
          </dd>
        </dl>
        <AddressBuilder goal={goal} />
        <GoalKey goal={goal} onRenewed={onRenewed} />
        <GoalTest goal={goal} />
      </div>
    </Drawer>
  );
}
