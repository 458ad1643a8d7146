import { Tabs } from '@ezdash/ui/data';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './propertyPage.module.css';
import { isPropertyTab, PROPERTY_TABS, type PropertyTab } from './propertyTabs';

interface PropertyTabsProps {
  now: PropertyTab;
  onChoose: (tab: PropertyTab) => void;
  children: ReactNode;
}

/** The parts of a property, one at a time, each with an address of its own. */
export function PropertyTabs({ now, onChoose, children }: PropertyTabsProps) {
  const { t } = useTranslation('publisher');
  return (
    <Tabs value={now} onChange={(value) => isPropertyTab(value) && onChoose(value)}>
      <Tabs.List className={classes.tabs} aria-label={t('property.tabs')}>
        {PROPERTY_TABS.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {t(`property.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={now}>{children}</Tabs.Panel>
    </Tabs>
  );
}
