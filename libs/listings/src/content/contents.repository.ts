import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { takeLock, type Tx } from '@portal/platform/database';
import { In } from 'typeorm';
import { ContentEntity, PictureEntity } from './content.entity.js';
import type { ContentBody } from './domain/content.js';

interface OfDrive {
  driveId: string;
  orgId: string;
}

/** Content of Drives, and its pictures. An author's content and pictures change one after the other. */
@Injectable()
export class ContentsRepository {
  constructor(private readonly ids: Ids) {}

  async lockOpen(tx: Tx, { driveId, orgId }: OfDrive): Promise<ContentEntity | null> {
    await takeLock(tx, 'listings.pictures', { key: orgId });
    const where = { driveId, state: In(['draft', 'in_review']) };
    return tx.manager.findOne(ContentEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  lock(tx: Tx, id: string): Promise<ContentEntity | null> {
    return tx.manager.findOne(ContentEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Changes the open version, or opens one. */
  async write(
    tx: Tx,
    actor: Actor,
    { driveId, orgId }: OfDrive,
    open: ContentEntity | null,
    body: ContentBody,
  ): Promise<void> {
    const written = { body, writtenByName: actor.name, writtenAt: tx.now };
    if (open) await tx.manager.update(ContentEntity, { id: open.id }, { ...written, revision: open.revision + 1 });
    else await tx.manager.insert(ContentEntity, { id: this.ids.next(), driveId, orgId, ...written });
  }

  async move(tx: Tx, id: string, to: Partial<ContentEntity>): Promise<void> {
    await tx.manager.update(ContentEntity, { id }, to);
  }

  async nameOf(tx: Tx, driveId: string): Promise<string> {
    return (await tx.value<string>('select name from authors.drive_reservations where id = $1', [driveId]))!;
  }

  /** Which of the versions have approved notes. */
  async noted(tx: Tx, driveId: string, versions: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ version: string }>(
      'select v as version from unnest($2::text[]) v where listings.version_notes($1, v) is not null',
      [driveId, versions],
    );
    return rows.map(({ version }) => version);
  }

  countPictures(tx: Tx, driveId: string, digests: readonly string[]): Promise<number> {
    return tx.manager.countBy(PictureEntity, { driveId, digest: In(digests) });
  }

  /** Removes pictures of a day ago that no content shows; returns how many bytes are left. */
  async tidyPictures(tx: Tx, orgId: string): Promise<number> {
    await takeLock(tx, 'listings.pictures', { key: orgId });
    await tx.query(
      `delete from listings.pictures p where p.org_id = $1 and p.uploaded_at < $2::timestamptz - interval '1 day'
         and not exists (select from listings.contents c where c.drive_id = p.drive_id and c.state <> 'withdrawn'
           and c.body->'screenshots' @> jsonb_build_array(jsonb_build_object('digest', p.digest)))`,
      [orgId, tx.now],
    );
    const [row] = await tx.query<{ bytes: string }>(
      'select coalesce(sum(octet_length(content)), 0) as bytes from listings.pictures where org_id = $1',
      [orgId],
    );
    return Number(row!.bytes);
  }

  /** Harmless when repeated. */
  async addPicture(tx: Tx, picture: Omit<PictureEntity, 'uploadedAt'>): Promise<void> {
    const { driveId, digest } = picture;
    if (await tx.manager.existsBy(PictureEntity, { driveId, digest })) return;
    await tx.manager.insert(PictureEntity, { ...picture, uploadedAt: tx.now });
  }
}
