import { propertyVerification } from '@ezdash/contracts';
import type { PropertiesFeature } from '../../properties';
import { idParams, named, type Operation, operation } from '../operation';

type Deps = Pick<PropertiesFeature, 'verification'>;

export function verificationOperations({ verification }: Deps): Operation[] {
  const shared = {
    tag: 'Properties',
    role: 'publisher',
    path: '/properties/{id}/verification',
    params: idParams,
    answer: named('PropertyVerification', propertyVerification),
  } as const;
  return [
    operation(
      {
        ...shared,
        id: 'getPropertyVerification',
        method: 'get',
        scope: 'read',
        summary: 'What shows that a site is yours, and what the last look found',
      },
      ({ params, user }) => verification.get(user.id, params.id),
    ),
    operation(
      {
        ...shared,
        id: 'verifyProperty',
        method: 'post',
        scope: 'write',
        summary: 'Look for the token of a property now, by its tag, its file and DNS',
      },
      ({ params, user }) => verification.check(user.id, params.id),
    ),
  ];
}
