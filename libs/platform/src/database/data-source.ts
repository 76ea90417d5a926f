import { DataSource, type DataSourceOptions } from 'typeorm';
import { KEEP_ALIVE, serverOptions } from './connection/connection-settings.js';
import { SnakeNamingStrategy } from './entities.js';

/**
 * The role as which the product itself works (the worker, staff): no superuser, no DDL, append-only tables without UPDATE
 * and DELETE. Its policies let every row through and cost nothing.
 */
export const APP_ROLE = 'portal_app';
/** The role as which the product works for a caller from outside: the rows of its owners, by policy (decision 0012). */
export const CALLER_ROLE = 'portal_caller';

interface DataSourceSettings {
  url: string;
  pool: number;
  /** Longest wait for a connection. */
  waitMs: number;
  applicationName: string;
  /** Longest time in which a transaction asks for nothing; without it a process that stands still keeps its locks. */
  standstillMs?: number;
  /** Without a role the connection keeps the rights of the user in the URL (migrations only). */
  role?: string;
  migrations?: DataSourceOptions['migrations'];
  /** Without them those of `TypeOrmModule.forFeature`, in a Nest application, and otherwise none. */
  entities?: DataSourceOptions['entities'];
}

/** How often the server looks, while a statement runs, whether who sent it is still there. */
const CHECK_CLIENT_MS = 1_000;

const roles = new WeakMap<DataSource, string>();

/** The role that connections of `source` have when no scope is set. */
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
      max: settings.pool,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: settings.waitMs,
      statement_timeout: 30_000,
      ...KEEP_ALIVE,
      // What is asked without waiting is sent without waiting: a scoped statement takes one round trip (decision 0026).
      pipeline: true,
      options: serverOptions(
        [
          'default_transaction_isolation=read\\ committed',
          // A statement that waits ends with the process that sent it, and with it the locks that others wait for.
          `client_connection_check_interval=${CHECK_CLIENT_MS}`,
          ...(settings.role === undefined ? [] : [`role=${settings.role}`]),
        ],
        settings.standstillMs,
      ),
    },
  };
}

/** @param role the one that `options` were made with */
export function sourceOf(options: DataSourceOptions, role?: string): DataSource {
  const source = new DataSource(options);
  if (role !== undefined) roles.set(source, role);
  return source;
}

export function createDataSource(settings: DataSourceSettings): DataSource {
  return sourceOf(dataSourceOptions(settings), settings.role);
}
