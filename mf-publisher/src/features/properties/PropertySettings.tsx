import type { Property } from '@ezdash/contracts';
import { Button, Drawer, toast } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../components/FormFailure';
import { PropertyFields } from './PropertyFields';
import styles from './properties.module.css';
import { usePropertySettingsForm } from './usePropertyForm';

interface PropertySettingsProps {
  property: Property;
  opened: boolean;
  onClose: () => void;
}

/** Name, category and language in a drawer beside the property. */
export function PropertySettings({ property, opened, onClose }: PropertySettingsProps) {
  const { t } = useTranslation('publisher');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={t('propertyForm.settingsTitle', { name: property.name })}
    >
      <SettingsForm key={property.id} property={property} onClose={onClose} />
    </Drawer>
  );
}

function SettingsForm({ property, onClose }: Omit<PropertySettingsProps, 'opened'>) {
  const { t } = useTranslation('publisher');
  const form = usePropertySettingsForm(property, ({ name }) => {
    onClose();
    toast({ text: t('propertyForm.saved', { name }) });
  });
  return (
    <form {...form.props} className={styles.form}>
      <PropertyFields form={form} withDomain={false} />
      <FormFailure title={t('propertyForm.failed')} failure={form.failure} otherErrors={form.otherErrors} />
      <div className="ez-actions ez-actions-end">
        <Button variant="default" onClick={onClose}>
          {t('propertyForm.cancel')}
        </Button>
        <Button type="submit" loading={form.pending}>
          {t('propertyForm.save')}
        </Button>
      </div>
    </form>
  );
}
