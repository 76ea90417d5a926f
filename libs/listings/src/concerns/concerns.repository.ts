import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { ConcernEntity } from './concern.entity.js';

interface Reported {
  driveId: string;
  orgId: string;
  name: string;
}

/** Concerns about listed Drives. */
@Injectable()
export class ConcernsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** A Drive that has or had a public page. */
  async listed(slug: string): Promise<Reported | undefined> {
    const [row] = await this.database.query<Reported & Record<string, unknown>>(
      'select drive_id as "driveId", org_id as "orgId", name from listings.listings where slug = $1 and listed_at is not null',
      [slug],
    );
    return row;
  }

  async add(tx: Tx, concern: Pick<ConcernEntity, 'driveId' | 'orgId' | 'kind' | 'text' | 'email'>): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(ConcernEntity, { id, ...concern, reportedAt: tx.now });
    return id;
  }

  lock(tx: Tx, id: string): Promise<ConcernEntity | null> {
    return tx.manager.findOne(ConcernEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async change(tx: Tx, id: string, to: Partial<ConcernEntity>): Promise<void> {
    await tx.manager.update(ConcernEntity, { id }, to);
  }

  async nameOf(tx: Tx, driveId: string): Promise<string> {
    const [row] = await tx.query<{ name: string }>('select name from listings.listings where drive_id = $1', [driveId]);
    return row!.name;
  }
}
