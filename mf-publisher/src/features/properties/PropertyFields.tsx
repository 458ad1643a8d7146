import { CATEGORIES } from '@ezdash/contracts/constants';
import { anyDirection, type Form, TextInput, useFormat } from '@ezdash/ui';
import { Select } from '@ezdash/ui/data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOptions } from './languages';

/** What the form holds; nothing is chosen for the person but the likely language. */
export interface PropertyValues {
  name: string;
  domain: string;
  category: string | null;
  language: string | null;
}

interface PropertyFieldsProps {
  form: Form<PropertyValues>;
  /** The domain is fixed once the property exists. */
  withDomain: boolean;
}

/** Name, domain, category, language. */
export function PropertyFields({ form, withDomain }: PropertyFieldsProps) {
  const { t } = useTranslation(['publisher', 'ui']);
  const { locale } = useFormat();
  const categories = useMemo(
    () =>
      CATEGORIES.map((value) => ({ value, label: t(`ui:category.${value}`) })).sort((a, b) =>
        a.label.localeCompare(b.label, locale),
      ),
    [t, locale],
  );
  const { language } = form.values;
  const languages = useMemo(() => languageOptions(locale, language ?? undefined), [locale, language]);
  return (
    <>
      <TextInput
        {...form.field('name')}
        label={t('propertyForm.name')}
        description={t('propertyForm.nameHint')}
        autoComplete="off"
        ref={anyDirection}
        maxLength={120}
        data-autofocus
      />
      {withDomain ? (
        <TextInput
          {...form.field('domain')}
          label={t('propertyForm.domain')}
          description={t('propertyForm.domainHint')}
          placeholder="example.com"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : null}
      <Select
        {...form.field('category')}
        label={t('propertyForm.category')}
        description={t('propertyForm.categoryHint')}
        placeholder={t('propertyForm.choose')}
        data={categories}
        searchable
        allowDeselect={false}
      />
      <Select
        {...form.field('language')}
        label={t('propertyForm.language')}
        description={t('propertyForm.languageHint')}
        placeholder={t('propertyForm.choose')}
        data={languages}
        searchable
        allowDeselect={false}
      />
    </>
  );
}
