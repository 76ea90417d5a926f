import { Config } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { PurgeOld } from '@portal/platform/retention';

/** Deletes what is old in the tables of the modules that a test has. Returns how many rows. */
export const purgeOld = (app: { get<T>(of: abstract new (...args: never[]) => T): T }): Promise<number> =>
  new PurgeOld(app.get(Transactor), app.get(Config)).execute();
