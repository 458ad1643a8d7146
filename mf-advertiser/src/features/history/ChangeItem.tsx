import type { CampaignChange } from '@ezdash/contracts';
import { Button, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './history.module.css';
import type { ChangeTexts } from './useChangeTexts';

interface ChangeItemProps {
  change: CampaignChange;
  texts: ChangeTexts;
  /** Another change is being undone. */
  busy: boolean;
  undoing: boolean;
  onUndo: () => void;
}

/** One change: what, who and when, from what to what, and the way back or why there is none. */
export function ChangeItem({ change, texts, busy, undoing, onUndo }: ChangeItemProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const { by, fields, kind } = change;
  const names = fields.map(({ field }) => texts.nameOf(field));
  const what = kind === 'created' ? t('campaignHistory.created') : names.join(', ');
  const title = change.undoes ? t('campaignHistory.undid', { what }) : what;
  const who = by.name
    ? t(`campaignHistory.by.${by.actor}Named`, { name: by.name })
    : t(`campaignHistory.by.${by.actor}`);
  const refused = change.undo_refused;
  return (
    <li className={classes.change}>
      <div className={classes.head}>
        <b>{title}</b>
        <small>
          <bdi>{who}</bdi> ·{' '}
          <time dateTime={change.at}>
            {format.dateTime(change.at)} {format.timezone}
          </time>
        </small>
      </div>
      <dl className={classes.fields}>
        {fields.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{texts.nameOf(field)}</dt>
            <dd>
              <del>
                <bdi>{texts.valueOf(field, before)}</bdi>
              </del>{' '}
              <span aria-hidden="true">→</span>{' '}
              <ins>
                <bdi>{texts.valueOf(field, after)}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.way}>
        {refused === null ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={undoing}
            aria-label={t('campaignHistory.undoNamed', { what })}
            onClick={() => !busy && onUndo()}
          >
            {t('campaignHistory.undo')}
          </Button>
        ) : refused === 'created' ? null : (
          <small>{t(`campaignHistory.refused.${refused}`)}</small>
        )}
      </div>
    </li>
  );
}
