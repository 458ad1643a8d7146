import type { Property, PropertyInput, PropertyUpdate } from '@ezdash/contracts';
import { type Problems, useForm, useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';
import { domainOf, isDomain } from './domain';
import { likelyLanguage } from './languages';
import type { PropertyValues } from './PropertyFields';
import { usePublisherCreatePropertyMutation, usePublisherUpdatePropertyMutation } from './properties.api';

function useCheck(withDomain: boolean) {
  const { t } = useTranslation('publisher');
  return (values: PropertyValues): Problems<PropertyValues> => {
    const problems: Problems<PropertyValues> = {};
    if (values.name.trim() === '') problems.name = t('propertyForm.nameMissing');
    if (withDomain && !isDomain(values.domain)) problems.domain = t('propertyForm.domainWrong');
    if (values.category === null) problems.category = t('propertyForm.categoryMissing');
    if (values.language === null) problems.language = t('propertyForm.languageMissing');
    return problems;
  };
}

const categoryOf = (values: PropertyValues) => values.category as PropertyInput['category'];

/** A new property. `onCreated` is told what the server made of it. */
export function useNewPropertyForm(onCreated: (property: Property) => void) {
  const { locale } = useFormat();
  const [create] = usePublisherCreatePropertyMutation();
  return useForm<PropertyValues>({
    initial: { name: '', domain: '', category: null, language: likelyLanguage(locale) },
    check: useCheck(true),
    onSubmit: async (values) => {
      const input: PropertyInput = {
        name: values.name.trim(),
        domain: domainOf(values.domain),
        category: categoryOf(values),
        language: values.language ?? '',
      };
      onCreated(await create(input).unwrap());
    },
  });
}

/** Name, category and language of a property that exists. */
export function usePropertySettingsForm(property: Property, onSaved: (property: Property) => void) {
  const [update] = usePublisherUpdatePropertyMutation();
  const { id, name, domain, category, language } = property;
  return useForm<PropertyValues>({
    initial: { name, domain, category, language },
    check: useCheck(false),
    onSubmit: async (values) => {
      const changes: PropertyUpdate = {
        name: values.name.trim(),
        category: categoryOf(values),
        language: values.language ?? undefined,
      };
      onSaved(await update({ id, changes }).unwrap());
    },
  });
}
