import { DataSource, type DataSourceOptions } from 'typeorm';
import { registeredEntities, SnakeNamingStrategy } from './entities.js';

/** The role that the running product uses: no superuser, no DDL, append-only tables without UPDATE and DELETE. */
export const APP_ROLE = 'portal_app';

export interface DataSourceSettings {
  url: string;
  pool: number;
  applicationName: string;
  /** Without a role the connection keeps the rights of the user in the URL (migrations only). */
  role?: string;
  migrations?: DataSourceOptions['migrations'];
}

export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities: registeredEntities(),
    migrations: settings.migrations ?? [],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    namingStrategy: new SnakeNamingStrategy(),
    applicationName: settings.applicationName,
    extra: {
      max: settings.pool,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 30_000,
      ...(settings.role === undefined ? {} : { options: `-c role=${settings.role}` }),
    },
  });
}
