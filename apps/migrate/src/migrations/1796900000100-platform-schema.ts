import type { MigrationInterface, QueryRunner } from 'typeorm';
import { installSchema } from '../install-schema.js';
import { readSchemaFiles } from '../schema-files.js';

/**
 * Lays the schema of db/ down in an empty database, as it is in this release: what later migrations change in db/<lib>/tables.sql
 * is in it already.
 */
export class Schema1796900000100 implements MigrationInterface {
  constructor(private readonly files = readSchemaFiles()) {}

  up(q: QueryRunner): Promise<void> {
    return installSchema(q, this.files);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('an empty database is made by creating one'));
  }
}
