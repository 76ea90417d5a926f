import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Single statements outside a transaction: reads for views. Writes belong into `Transactor.run`. */
@Injectable()
export class Database {
  constructor(private readonly dataSource: DataSource) {}

  /** Runs one statement and returns its rows. */
  async query<R = Record<string, unknown>>(sql: string, params: unknown[] = []): Promise<R[]> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return (await runner.query(sql, params, true)).records as R[];
    } finally {
      await runner.release();
    }
  }
}
