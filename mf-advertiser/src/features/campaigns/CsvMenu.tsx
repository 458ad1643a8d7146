import { Button, IconDownload, IconUpload, Menu } from '@ezdash/ui';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignSetArgs } from './campaigns.api';

const ImportDrawer = lazy(async () => ({ default: (await import('./ImportDrawer')).ImportDrawer }));
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** The address of the file with all that is filtered. */
export function exportUrl(args: CampaignSetArgs): string {
  const asked = Object.entries(args).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/api/campaigns/export.csv?${new URLSearchParams(asked)}`;
}

/** All that is filtered as a file, and a file that changes campaigns. */
export function CsvMenu({ args }: { args: CampaignSetArgs }) {
  const { t } = useTranslation('advertiser');
  const [importing, setImporting] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload {...icon} />}>
            {t('campaignList.csv')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={exportUrl(args)} download leftSection={<IconDownload {...icon} />}>
            {t('campaignList.exportCsv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload {...icon} />} onClick={() => setImporting(true)}>
            {t('campaignList.importCsv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {importing ? (
        <Suspense fallback={null}>
          <ImportDrawer onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
