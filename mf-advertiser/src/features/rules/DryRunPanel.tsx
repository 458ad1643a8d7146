import type { RuleAction, RuleDryRun } from '@ezdash/contracts';
import { Notice, Panel, Stat, StatStrip, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './rules.module.css';
import { useRuleWords } from './useRuleWords';

interface DryRunPanelProps {
  found: RuleDryRun;
  action: RuleAction;
}

/** What the rule would have done in the last seven days: how often, to what, by which figures. */
export function DryRunPanel({ found, action }: DryRunPanelProps) {
  const { t } = useTranslation('advertiser');
  const format = useFormat();
  const words = useRuleWords();
  const stops = ['pause', 'archive-creative', 'exclude-zone'].includes(action.kind);
  const more = found.would_act - found.acts.length;
  return (
    <Panel
      title={t('rules.dryRun.title')}
      hint={t('rules.dryRun.range', {
        from: format.dateTime(found.from),
        to: format.dateTime(found.to),
      })}
    >
      <div className={classes.body}>
        <StatStrip label={t('rules.dryRun.title')}>
          <Stat label={t('rules.dryRun.acts')} value={format.count(found.would_act)} />
          <Stat label={t('rules.dryRun.evaluations')} value={format.count(found.evaluations)} />
          <Stat label={t('rules.dryRun.subjects')} value={format.count(found.subjects)} />
          {stops ? (
            <Stat label={t('rules.dryRun.spendAfter')} value={format.money(found.spend_after_micros)} />
          ) : (
            <Stat label={t('rules.dryRun.held')} value={format.count(found.held)} />
          )}
        </StatStrip>
        {found.whole ? null : <Notice tone="info">{t('rules.dryRun.part')}</Notice>}
        <p className={classes.quiet}>{stops ? t('rules.dryRun.stopsNote') : t('rules.dryRun.note')}</p>
        {found.acts.length === 0 ? (
          <p>{t('rules.dryRun.none')}</p>
        ) : (
          <ol className={classes.acts}>
            {found.acts.map((act) => (
              <li key={`${act.at} ${words.subject(act.subject)}`}>
                <span className={classes.sentence}>
                  <b>
                    <bdi>{words.subject(act.subject)}</bdi>
                  </b>{' '}
                  {words.kind(action.kind)}
                  {act.before_micros === null || act.after_micros === null
                    ? null
                    : ` ${t('rules.change', {
                        before: format.money(act.before_micros, { digits: [2, 4] }),
                        after: format.money(act.after_micros, { digits: [2, 4] }),
                      })}`}
                </span>
                <span className={classes.quiet}>
                  {format.dateTime(act.at)} · {act.figures.map(words.figure).join(' · ')}
                </span>
              </li>
            ))}
          </ol>
        )}
        {more > 0 ? <p className={classes.quiet}>{t('rules.dryRun.more', { count: more })}</p> : null}
      </div>
    </Panel>
  );
}
