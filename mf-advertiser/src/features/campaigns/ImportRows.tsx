import type { CampaignImportPreview } from '@ezdash/contracts';
import { Notice } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import classes from './campaigns.module.css';

/** More lines are counted: the file itself is the place to look. */
const MOST_LINES = 100;

type Trouble = CampaignImportPreview['troubles'][number];

/** What is wrong, by line and column of the file. */
function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const { t } = useTranslation('advertiser');
  const placeOf = ({ line, column }: Trouble) => {
    if (line === null) return t('campaignList.import.wholeFile');
    return column === null
      ? t('campaignList.import.line', { line })
      : t('campaignList.import.cell', { line, column });
  };
  const more = troubles.length - MOST_LINES;
  const list = (
    <ul className={classes.refusals}>
      {troubles.slice(0, MOST_LINES).map((trouble) => (
        <li key={`${trouble.line}-${trouble.column}-${trouble.message}`}>
          {placeOf(trouble)}: {trouble.message}
        </li>
      ))}
      {more > 0 ? <li>{t('campaignList.import.more', { count: more })}</li> : null}
    </ul>
  );
  return (
    <Notice tone="bad" title={t('campaignList.import.troubles', { count: troubles.length })} details={list}>
      {t('campaignList.import.nothingStored')}
    </Notice>
  );
}

/** What the file would do: the campaigns it makes and changes, with what was and what would be. */
export function ImportRows({ name, preview }: { name: string; preview: CampaignImportPreview }) {
  const { t } = useTranslation('advertiser');
  const { plan, rows, unchanged, reviewed = 0, troubles } = preview;
  const created = rows.filter(({ id }) => id === null).length;
  const facts = t('campaignList.import.facts', {
    created: t('campaignList.import.drafts', { count: created }),
    changed: t('campaignList.import.changed', { count: rows.length - created }),
    unchanged,
  });
  const more = rows.length - MOST_LINES;
  return (
    <>
      <p role="status">
        <b>
          <bdi>{name}</bdi>
        </b>
        <br />
        {plan ? facts : null}
      </p>
      {troubles.length > 0 ? <Troubles troubles={troubles} /> : null}
      {plan && reviewed > 0 ? (
        <Notice tone="warn">{t('campaignList.import.reviewed', { count: reviewed })}</Notice>
      ) : null}
      {plan && rows.length > 0 ? (
        <ol className={classes.planned}>
          {rows.slice(0, MOST_LINES).map((row) => (
            <li key={row.line}>
              <p>
                <b>
                  <bdi>{row.name}</bdi>
                </b>{' '}
                <span className={classes.quiet}>
                  {t('campaignList.import.line', { line: row.line })} ·{' '}
                  {row.id ?? t('campaignList.import.newDraft')}
                </span>
              </p>
              <dl>
                {row.changes.map(({ column, before, after }) => (
                  <div key={column}>
                    <dt>{column}</dt>
                    <dd>
                      {row.id === null ? null : (
                        <>
                          <del>{before || t('figure.none')}</del>{' '}
                        </>
                      )}
                      <ins>{after || t('figure.none')}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
          {more > 0 ? <li>{t('campaignList.import.more', { count: more })}</li> : null}
        </ol>
      ) : null}
    </>
  );
}
