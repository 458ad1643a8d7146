import type { OperatorUserRow, Role } from '@ezdash/contracts';
import { useTranslation } from 'react-i18next';
import { Finder, type FinderField, useFinder } from '../../components/Finder';
import { useDebugConsoleFindQuery } from './console.api';

export type FoundAccount = Pick<OperatorUserRow, 'id' | 'email' | 'name'>;

const idOf = ({ id }: FoundAccount) => String(id);
/** What an account is known by: its name, address and number. */
const labelOf = ({ id, email, name }: FoundAccount) => [name, email, String(id)].filter(Boolean).join(' · ');

interface AccountFinderProps extends FinderField<FoundAccount> {
  /** Only accounts of this role; of any without it. */
  accountRole?: Role;
}

/** A field for one account, found by a part of its e-mail address, name or company, or by its number. */
export function AccountFinder({ accountRole, ...field }: AccountFinderProps) {
  const { t } = useTranslation('debug');
  const finder = useFinder(field.value, labelOf);
  const skip = finder.wanted === '' || finder.isChosen;
  const query = useDebugConsoleFindQuery({ role: accountRole, search: finder.wanted }, { skip });
  const said = (isLooking: boolean) => {
    if (finder.search.trim() === '') return t('finder.type');
    if (query.error) return t('finder.failed');
    return t(isLooking ? 'finder.looking' : 'finder.none');
  };
  return (
    <Finder<FoundAccount>
      {...field}
      finder={finder}
      found={skip ? [] : query.currentData?.users}
      looking={query.isFetching}
      idOf={idOf}
      labelOf={labelOf}
      said={said}
    />
  );
}
