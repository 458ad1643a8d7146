import { Button, IconTrash, TextInput } from '@ezdash/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreativeDraft } from '../form/campaignForm';
import { CreativePreview } from './CreativePreview';
import classes from './creatives.module.css';

interface CreativeCardProps {
  creative: CreativeDraft;
  /** What a reviewer made of it, when it is in the campaign already. */
  status?: ReactNode;
  /** Whether missing words are shown as mistakes yet. */
  strict: boolean;
  nameError: string;
  onChange: (change: Partial<Pick<CreativeDraft, 'name' | 'alt'>>) => void;
  onRemove: () => void;
}

/** A stored image of the draft, with its name and its words for people who cannot see it. */
export function CreativeCard({ creative, status, strict, nameError, onChange, onRemove }: CreativeCardProps) {
  const { t } = useTranslation('advertiser');
  const nameless = creative.name.trim() === '';
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <CreativePreview asset={creative.asset} alt={creative.alt} />
        {status}
      </div>
      <div className={classes.words}>
        <TextInput
          label={t('creative.name')}
          value={creative.name}
          maxLength={120}
          error={strict && nameless ? nameError : undefined}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('creative.alt')}
          description={t('creative.altHint')}
          value={creative.alt}
          maxLength={200}
          onChange={(event) => onChange({ alt: event.currentTarget.value })}
        />
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
