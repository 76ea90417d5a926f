import { Query, type Connection } from 'pg';
import type { DataSource } from 'typeorm';
import { APP_ROLE, CALLER_ROLE, roleOf } from './data-source.js';
import type { DataScope } from './data-scope.js';

const NAME = 'portal_scope';

/**
 * Columns of a select that puts its transaction into a scope: the role, the person and the owners, in this order behind
 * `first`. They last until the transaction ends, however it ends, so no connection keeps them.
 */
export function scopeColumns(first: number): string {
  return `set_config('role', $${first}, true), set_config('portal.person', $${first + 1}, true), set_config('portal.owners', $${first + 2}, true)`;
}

/** Values of `scopeColumns`. */
export function scopeValues(scope: DataScope): [role: string, person: string, owners: string] {
  if (scope.kind === 'system') return [APP_ROLE, '', ''];
  return [CALLER_ROLE, scope.personId ?? '', scope.owners.length === 0 ? '' : `{${scope.owners.join(',')}}`];
}

/** Whether a connection of `source` must be told of `scope`, or has its rights already by the role that it began with. */
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

/** What pg's own query does on the wire; its types do not tell. */
interface Wire {
  name?: string;
  text: string;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const WireQuery = Query as unknown as new (config: object) => Query & Wire;

/** What a connection remembers of the statements that it has parsed. */
interface Parsing {
  submittedNamedStatements: Record<string, string>;
}
const prepared = new WeakSet<Connection>();

/**
 * One statement that carries its scope: both travel in one message before one Sync, which makes them one transaction of
 * their own and one round trip. The scope is gone with the answer, also when it is an error.
 */
export class ScopedQuery extends WireQuery {
  private entered = false;

  constructor(
    private readonly scope: DataScope,
    statement: Statement,
  ) {
    super({ ...named(statement, scope), queryMode: 'extended' });
  }

  override prepare(connection: Connection): void {
    if (!prepared.has(connection)) this.parseFirst(connection);
    connection.bind({ portal: '', statement: NAME, values: scopeValues(this.scope) } as never, true);
    connection.execute({ portal: '', rows: 0 } as never, true);
    super.prepare(connection);
  }

  /** The row of the scope is not one of the statement's. */
  override handleDataRow(message: unknown): void {
    if (this.entered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.entered) super.handleCommandComplete(message, connection);
    else this.entered = true;
  }

  /** A named statement is parsed before: its client takes the first `ParseComplete` that it sees for the statement's. */
  private parseFirst(connection: Connection): void {
    if (this.name !== undefined && this.name !== '' && !this.hasBeenParsed(connection)) {
      connection.parse({ name: this.name, text: this.text } as never, true);
      (connection as unknown as Parsing).submittedNamedStatements[this.name] = this.text;
    }
    connection.parse({ name: NAME, text: `select ${scopeColumns(1)}` } as never, true);
    prepared.add(connection);
  }
}

/** A plan with policies in it holds for one role: under one name both roles would plan anew at every change of hands. */
function named(statement: Statement, scope: DataScope): Statement {
  if (statement.name === undefined || scope.kind === 'caller') return statement;
  return { ...statement, name: `${statement.name}_sys` };
}
