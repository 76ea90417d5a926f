import type { Config } from '../../config/config.js';
import { bypassRowSecurity } from '../scope/data-scope.js';
import type { Database } from '../database.js';
import { NotUp } from '../../process/wait-until-up.js';

/**
 * Passes for a database that is not migrated yet, because the process is not ready then.
 * @throws NotUp when the database is that of another kind of installation than the settings say
 */
export async function assertMode(database: Pick<Database, 'query'>, { mode }: Pick<Config, 'mode'>): Promise<void> {
  const asked = bypassRowSecurity(() => database.query<{ mode: string }>('select mode from platform.deployment'));
  const [deployment] = await asked.catch(() => []);
  if (deployment && deployment.mode !== mode)
    throw new NotUp(`PORTAL_MODE is ${mode}, but the database was migrated for ${deployment.mode}.`);
}
