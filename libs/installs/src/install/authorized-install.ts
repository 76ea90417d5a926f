import { scopeIds, type Actor } from '@portal/platform/access';
import { installsErrors } from '../errors.js';
import type { InstallView } from './read/installs.view.js';
import type { InstallQueries } from './read/install-queries.js';

/**
 * The install, if the caller operates its tenant. An install of others and an unknown one give the same answer.
 * @throws AppError `install_not_found` (404)
 */
export async function authorizedInstall(queries: InstallQueries, id: string, actor: Actor): Promise<InstallView> {
  const install = await queries.find(id, scopeIds(actor, 'operator'));
  if (!install) throw installsErrors.install_not_found();
  return install;
}
