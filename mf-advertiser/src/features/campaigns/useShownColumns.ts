import type { Campaign } from '@ezdash/contracts';
import { CAMPAIGN_COLUMNS, CAMPAIGN_SORTS } from '@ezdash/contracts/constants';
import type { Column, Sort } from '@ezdash/ui/data';
import { useMemo } from 'react';
import type { ListSettings } from './useListSettings';

/** Which columns the settings show, and changes of them; the usual ones need no place in the address. */
export function useShownColumns(columns: readonly Column<Campaign>[], { settings, change }: ListSettings) {
  const { columns: chosen } = settings;
  const hidden = useMemo(
    () =>
      new Set(
        columns
          .slice(1)
          .filter(({ key, initiallyHidden }) =>
            chosen === null ? initiallyHidden : !chosen.some((each) => each === key),
          )
          .map(({ key }) => key),
      ),
    [columns, chosen],
  );
  return {
    hidden,
    toggle: (key: string) => {
      const turned = CAMPAIGN_COLUMNS.filter((each) => hidden.has(each) === (each === key));
      change({ columns: turned });
    },
    sortBy: ({ key, direction }: Sort) => {
      const sort = CAMPAIGN_SORTS.find((each) => each === key);
      if (sort) change({ sort, direction });
    },
  };
}
