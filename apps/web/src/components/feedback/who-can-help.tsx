import { Suspense, lazy } from 'react';
import { MEMBER_ROLE_MISSING, type ApiError } from '../../api/errors.js';

const Owners = lazy(() => import('./owners.js').then((module) => ({ default: module.Owners })));

/** Under a refusal that an owner of the organisation can lift: who they are. */
export function WhoCanHelp({ error }: { error: ApiError }) {
  if (error.code !== MEMBER_ROLE_MISSING) return null;
  return (
    <Suspense fallback={null}>
      <Owners />
    </Suspense>
  );
}
