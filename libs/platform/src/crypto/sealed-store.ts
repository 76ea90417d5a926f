import type { Provider } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { Tx } from '../database/transaction/tx.js';
import type { SealContext } from './sealed-box.js';

export interface SealedValue {
  /** Position in the store, opaque outside of it. */
  readonly id: string;
  readonly sealed: string;
  readonly context: SealContext;
}

/**
 * A column with encrypted values, registered by its lib so that all of them can be re-encrypted. Required for every
 * column that stores results of `SealedBox.seal`.
 */
export class SealedStore {
  /**
   * @param name `schema.table.column`
   * @param contextOf what the value of a row is sealed for
   * @param key the column that identifies a row of the table, a uuid
   */
  constructor(
    protected readonly database: Database,
    readonly name: string,
    private readonly contextOf: (id: string) => SealContext,
    private readonly key = 'id',
  ) {}

  /** Values encrypted with other keys than `kid`, after `after` (null: from the start), in the store's order. */
  async sealedByOthers(kid: string, after: string | null, limit: number): Promise<SealedValue[]> {
    const { key } = this;
    const { table, column } = this.place();
    const rows = await this.database.query<{ id: string; sealed: string }>(
      `select ${key} as id, ${column} as sealed from ${table}
       where ${column} is not null and split_part(${column}, '.', 2) <> $1 and ($2::uuid is null or ${key} > $2) order by ${key} limit $3`,
      [kid, after, limit],
    );
    return rows.map((row) => ({ ...row, context: this.contextOf(row.id) }));
  }

  /** Replaces `value.sealed` by `sealed`; false when it has changed meanwhile, which is harmless. */
  replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean> {
    const { table, column } = this.place();
    return tx.matched(
      `update ${table} set ${column} = $2 where ${this.key} = $1 and ${column} = $3 returning 1 as replaced`,
      [value.id, sealed, value.sealed],
    );
  }

  /** Number of values per key. */
  countByKid(): Promise<{ kid: string; values: number }[]> {
    const { table, column } = this.place();
    return this.database.query(
      `select split_part(${column}, '.', 2) as kid, count(*)::int as values from ${table} where ${column} is not null group by 1 order by 1`,
    );
  }

  private place(): { table: string; column: string } {
    const [schema, table, column] = this.name.split('.');
    return { table: `${schema}.${table}`, column: column! };
  }
}

/** Provides the store of a column, for the rotation of key-encryption keys. The parameters are those of `SealedStore`. */
export const sealedStore = (name: string, contextOf: (id: string) => SealContext, key?: string): Provider => ({
  provide: `sealed ${name}`,
  inject: [Database],
  useFactory: (database: Database) => new SealedStore(database, name, contextOf, key),
});
