import { Injectable } from '@nestjs/common';
import { bypassRowSecurity } from '../scope/data-scope.js';
import { Database } from '../database.js';
import { releaseSchema } from './release-schema.js';
import { sqlState } from '../statements/database-errors.js';

/** Table, schema or right is missing: no `migrate` of this or a later release has finished. */
const NOT_THERE = ['42P01', '3F000', '42501'];

/**
 * ok: the database has the schema of this release, or a later one that still supports it. not_migrated: `migrate` of
 * this release has not run. outdated: the database has removed what this release needs.
 */
export type SchemaState = 'ok' | 'not_migrated' | 'outdated';

interface Compared {
  state: SchemaState;
  /** The problem and what to do; empty when there is none. */
  sentence: string;
}

/**
 * Whether this release can work on the database (docs/runbooks/upgrade.md): after its own `migrate`, until a contract
 * step prepared by a migration that this release does not have.
 */
@Injectable()
export class SchemaVersion {
  private readonly release = releaseSchema();

  constructor(private readonly database: Database) {}

  /** @throws Error when the database does not answer */
  async compare(): Promise<Compared> {
    const [found] = await bypassRowSecurity(() =>
      this.database.query<{ applied: boolean; missing: string[] }>(
        `select own.digest is not null as applied,
           array(select unnest(now.needs) except select unnest(own.migrations) order by 1) as missing
         from (select needs from platform.schema_versions order by applied_at desc limit 1) now
         left join platform.schema_versions own on own.digest = $1`,
        [this.release],
      ),
    ).catch((error: unknown) => {
      if (NOT_THERE.includes(sqlState(error) ?? '')) return [];
      throw error;
    });
    const name = `This release needs the schema ${this.release.slice(0, 12)}`;
    if (!found?.applied)
      return {
        state: 'not_migrated',
        sentence: `${name}, to which the database has not been brought yet: run migrate of this release.`,
      };
    if (found.missing.length === 0) return { state: 'ok', sentence: '' };
    return {
      state: 'outdated',
      sentence: `${name}, and the database has gone on to one without what it uses: start a release that has ${found.missing.join(', ')}.`,
    };
  }
}
