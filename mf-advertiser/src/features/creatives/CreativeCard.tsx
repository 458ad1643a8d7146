import { anyDirection, Button, IconTrash, Notice, TextInput } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../components/FieldError';
import { useLimit } from '../../components/useLimit';
import { ALT_LENGTH, type CreativeDraft, NAME_LENGTH } from '../form/campaignForm';
import { altKind } from './altKind';
import { CreativePreview } from './CreativePreview';
import classes from './creatives.module.css';
import { unshownVideo, type VideoRules } from './unshownVideo';

/** From this part of its limit on a text is counted aloud. */
const NEAR = 0.75;

interface CreativeCardProps {
  creative: CreativeDraft;
  /** What a reviewer made of it, when it is in the campaign already. */
  status?: ReactNode;
  /** Whether missing words are shown as mistakes yet. */
  strict: boolean;
  nameError: string;
  /** Why the campaign cannot have it at all. */
  refused?: string;
  /** Whether the campaign has a frequency cap. */
  rules: VideoRules;
  /** Whether its fields say what they are for: the first of a format does, for all of them. */
  withHint: boolean;
  onChange: (change: Partial<Pick<CreativeDraft, 'name' | 'alt'>>) => void;
  onRemove: () => void;
}

/** What it is called, and what it says to people who cannot see it; words are read as they stand. */
function CreativeWords(props: CreativeCardProps) {
  const { creative, strict, nameError, withHint, onChange } = props;
  const { t } = useTranslation('advertiser');
  const limit = useLimit();
  const { format } = creative.asset;
  const counted = (text: string, most: number, hint?: string) => {
    const { description, error } = limit(text, most, hint);
    return { description: text.length > NEAR * most ? description : hint, error };
  };
  const name = counted(creative.name, NAME_LENGTH);
  const kind = altKind(creative.asset);
  return (
    <>
      <TextInput
        label={t('creative.name')}
        ref={anyDirection}
        value={creative.name}
        description={name.description}
        error={name.error ?? (strict && creative.name.trim() === '' ? nameError : undefined)}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {format === 'native' || format === 'text' ? null : (
        <TextInput
          label={t(`creative.altLabel.${kind}`)}
          ref={anyDirection}
          {...counted(creative.alt, ALT_LENGTH, withHint ? t(`creative.altHint.${kind}`) : undefined)}
          value={creative.alt}
          onChange={(event) => onChange({ alt: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** A stored creative of the draft, with its name and its words for people who cannot see it. */
export function CreativeCard(props: CreativeCardProps) {
  const { creative, status, refused, rules, onRemove } = props;
  const unshown = unshownVideo(creative.asset, rules);
  const { t } = useTranslation('advertiser');
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <CreativePreview asset={creative.asset} alt={creative.alt} />
        {status}
      </div>
      <div className={classes.words}>
        {refused ? <FieldError>{refused}</FieldError> : null}
        {unshown ? <Notice tone="warn">{t(unshown)}</Notice> : null}
        <CreativeWords {...props} />
      </div>
      <Button
        variant="subtle"
        leftSection={<IconTrash size={16} stroke={1.7} aria-hidden />}
        aria-label={t('upload.removeNamed', { name: creative.name || t('creative.untitled') })}
        onClick={onRemove}
      >
        {t('upload.remove')}
      </Button>
    </li>
  );
}
