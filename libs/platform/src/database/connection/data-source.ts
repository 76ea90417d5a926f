import { DataSource, type DataSourceOptions } from 'typeorm';
import { KEEP_ALIVE, serverOptions } from './connection-settings.js';
import { QuietClient } from './quiet-client.js';
import { SnakeNamingStrategy } from '../entities/entities.js';

/**
 * Role of the product itself (the worker, staff): no superuser, no DDL, no UPDATE or DELETE on append-only tables. Its
 * policies allow every row.
 */
export const APP_ROLE = 'portal_app';
/** Role for outside callers: the rows of their owners, by policy (decision 8). */
export const CALLER_ROLE = 'portal_caller';

interface DataSourceSettings {
  url: string;
  pool: number;
  /** Maximum wait for a connection. */
  waitMs: number;
  applicationName: string;
  /** Maximum idle time of a transaction; without it a process that hangs keeps its locks. */
  standstillMs?: number;
  /** Without a role the connection keeps the rights of the user in the URL (migrations only). */
  role?: string;
  migrations?: DataSourceOptions['migrations'];
  /** Default: none. */
  entities?: DataSourceOptions['entities'];
}

/** How often the server checks during a statement whether the client is still connected. */
const CHECK_CLIENT_MS = 1_000;

const roles = new WeakMap<DataSource, string>();

/** The role of connections of `source` when no scope is set. */
export function roleOf(source: DataSource): string | undefined {
  return roles.get(source);
}

/** Options of a TypeORM source: no synchronisation, names in snake case. */
export function dataSourceOptions(settings: DataSourceSettings): DataSourceOptions {
  return {
    type: 'postgres',
    url: settings.url,
    entities: settings.entities ?? [],
    migrations: settings.migrations ?? [],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    namingStrategy: new SnakeNamingStrategy(),
    applicationName: settings.applicationName,
    extra: {
      Client: QuietClient,
      max: settings.pool,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: settings.waitMs,
      statement_timeout: 30_000,
      ...KEEP_ALIVE,
      // Enables pipelining: a scoped statement takes one round trip (decision 8).
      pipeline: true,
      options: serverOptions(
        [
          'default_transaction_isolation=read\\ committed',
          // A waiting statement ends with its client process, and so do its locks.
          `client_connection_check_interval=${CHECK_CLIENT_MS}`,
          ...(settings.role === undefined ? [] : [`role=${settings.role}`]),
        ],
        settings.standstillMs,
      ),
    },
  };
}

/** @param role the one with which `options` were created */
export function sourceOf(options: DataSourceOptions, role?: string): DataSource {
  const source = new DataSource(options);
  if (role !== undefined) roles.set(source, role);
  return source;
}

export function createDataSource(settings: DataSourceSettings): DataSource {
  return sourceOf(dataSourceOptions(settings), settings.role);
}
