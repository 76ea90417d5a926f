import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { APP_ROLE, CALLER_ROLE, roleOf } from '../connection/data-source.js';
import type { DataScope } from './data-scope.js';

/**
 * Select expressions that put the transaction into a scope: role, person and owners, in this order after `first`. They
 * are valid until the transaction ends, so no connection keeps them.
 */
export function scopeColumns(first: number): string {
  return `set_config('role', $${first}, true), set_config('portal.person', $${first + 1}, true), set_config('portal.owners', $${first + 2}, true)`;
}

/** Select expressions that say whose transaction it is (db/platform/functions/audit_is_own.sql), and whether by a token of the host. */
export function actorColumns(at: number): string {
  return `set_config('portal.actor', $${at}, true), set_config('portal.host_token', $${at + 1}, true)`;
}

/** Parameter values for `scopeColumns`. */
export function scopeValues(scope: DataScope): [role: string, person: string, owners: string] {
  if (scope.kind === 'system') return [APP_ROLE, '', ''];
  return [CALLER_ROLE, scope.personId ?? '', scope.owners.length === 0 ? '' : `{${scope.owners.join(',')}}`];
}

/** Whether `scope` must be set on a connection of `source`, or its role already has these rights. */
export function isBeyondRole(source: DataSource, scope: DataScope | undefined): scope is DataScope {
  if (scope === undefined) return false;
  const role = roleOf(source);
  if (scope.kind === 'system') return role !== APP_ROLE;
  return role !== CALLER_ROLE || scope.personId !== null || scope.owners.length > 0;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/**
 * Runs one statement in a transaction of its own that starts with `scope`; without one, with the role of the connection.
 * Its parts are pipelined, so they take one round trip. The scope always ends with the transaction.
 * @throws the driver's error of the first part that failed.
 */
export async function queryInScope(
  source: DataSource,
  pool: Pool,
  scope: DataScope | undefined,
  statement: Statement,
  begin: 'begin' | 'begin read only',
) {
  const client = await pool.connect();
  try {
    const begun = client.query(begin);
    // Without its transaction the statement would run as the connection's role, which may see other owners' rows.
    if (roleOf(source) !== CALLER_ROLE) await begun;
    const scoped =
      scope === undefined
        ? begun
        : client.query({ name: 'portal_scope', text: `select ${scopeColumns(1)}`, values: scopeValues(scope) });
    const parts = [begun, scoped, client.query(named(statement, scope)), client.query('commit')] as const;
    await Promise.allSettled(parts);
    const [, , answer] = await Promise.all(parts);
    return answer;
  } finally {
    // A cancelled commit leaves its transaction open.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

/** A plan includes the policies of one role. Under one name, each change of role would plan the statement again. */
function named(statement: Statement, scope: DataScope | undefined): Statement {
  if (statement.name === undefined || scope?.kind !== 'system') return statement;
  return { ...statement, name: `${statement.name}_sys` };
}
