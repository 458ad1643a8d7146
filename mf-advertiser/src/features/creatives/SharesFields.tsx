import { NumberField, Switch } from '@ezdash/ui/data';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import type { CreativeDraft } from '../form/campaignForm';
import classes from './creatives.module.css';
import { evenShares, type ShareGroup, shareGroups, sumOfShares, troubleOfShares, wholeShare } from './shares';
import type { ReviseCreatives } from './useCreativeFiles';

interface SharesFieldsProps {
  creatives: readonly CreativeDraft[];
  revise: ReviseCreatives;
}

function GroupShares({ group, revise }: { group: ShareGroup<CreativeDraft>; revise: ReviseCreatives }) {
  const { t } = useTranslation(['advertiser', 'ui']);
  const sum = sumOfShares(group);
  const trouble = troubleOfShares(group);
  const ids = group.creatives.map(({ asset }) => asset.id);
  const place = group.key.includes('×') ? group.key : t(`ui:format.${group.key as 'native'}`);
  const setAll = (shares: readonly (number | null)[]) =>
    revise((now) =>
      now.map((creative) => {
        const at = ids.indexOf(creative.asset.id);
        return at < 0 ? creative : { ...creative, share: shares[at] ?? null };
      }),
    );
  return (
    <fieldset className={classes.shares}>
      <legend>{t('creatives.sharesOf', { place })}</legend>
      <Switch
        label={t('creatives.learn')}
        description={t('creatives.learnHint')}
        checked={sum === null}
        onChange={(event) =>
          setAll(event.currentTarget.checked ? ids.map(() => null) : evenShares(ids.length))
        }
      />
      {sum === null
        ? null
        : group.creatives.map(({ asset, name, share }, index) => (
            <NumberField
              key={asset.id}
              label={t('creatives.shareOf', { name: name || t('creative.untitled') })}
              suffix="%"
              // Nothing while it is being written anew.
              value={share || null}
              onChange={(value) =>
                setAll(
                  group.creatives.map((one, at) =>
                    at === index ? wholeShare(Number(value)) : (one.share ?? 0),
                  ),
                )
              }
            />
          ))}
      {trouble === 'sum' ? <FieldError>{t('creatives.sharesSum', { sum })}</FieldError> : null}
      {trouble === 'zero' ? <FieldError>{t('creatives.sharesZero')}</FieldError> : null}
    </fieldset>
  );
}

/** How creatives of one size share what is shown: by what is learnt, or as their owner says. */
export function SharesFields({ creatives, revise }: SharesFieldsProps) {
  const groups = shareGroups(creatives);
  if (groups.length === 0) return null;
  return (
    <div className={classes.section}>
      {groups.map((group) => (
        <GroupShares key={group.key} group={group} revise={revise} />
      ))}
    </div>
  );
}
