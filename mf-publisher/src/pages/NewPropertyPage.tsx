import { AppLink, Button, PageHeader, Panel, toast, usePageTitle } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { FormFailure } from '../components/FormFailure';
import { PropertyFields } from '../features/properties/PropertyFields';
import { useNewPropertyForm } from '../features/properties/usePropertyForm';
import styles from './pages.module.css';

/** Tells the network of a site; its zones come on the property's own page. */
export function NewPropertyPage() {
  const { t } = useTranslation('publisher');
  const title = t('page.propertyNew');
  usePageTitle(title);
  const navigate = useNavigate();
  const form = useNewPropertyForm(({ id, name, state }) => {
    toast({ text: t('propertyForm.created', { name }) });
    // Where properties show ads at once, the zones come first.
    void navigate(`/publisher/properties/${id}${state === 'approved' ? '' : '?tab=verification'}`);
  });
  return (
    <>
      <PageHeader
        title={title}
        lead={t('propertyForm.lead')}
        back={{ href: '/publisher/properties', label: t('page.properties') }}
      />
      <Panel label={title} className={styles.formPanel}>
        <form {...form.props} className={styles.form}>
          <PropertyFields form={form} withDomain />
          <FormFailure
            title={t('propertyForm.failed')}
            failure={form.failure}
            otherErrors={form.otherErrors}
          />
          <div className="ez-actions">
            <Button type="submit" loading={form.pending}>
              {t('propertyForm.create')}
            </Button>
            <Button component={AppLink} href="/publisher/properties" variant="default">
              {t('propertyForm.cancel')}
            </Button>
          </div>
        </form>
      </Panel>
    </>
  );
}
