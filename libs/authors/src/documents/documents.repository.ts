import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import type { DocumentKind } from './documents.view.js';

/** Versions of the host's documents as rows. */
@Injectable()
export class DocumentsRepository {
  /** False when `replaces` is not the newest version. */
  add(
    tx: Tx,
    { kind, replaces, text, digest }: { kind: DocumentKind; replaces: number; text: string; digest: string },
    by: { userId: string; name: string },
  ): Promise<boolean> {
    return tx.matched(
      `insert into authors.documents (kind, version, text, digest, published_by, published_by_name)
       select $1, $2::int + 1, $3, $4, $5, $6
       where $2 = (select coalesce(max(version), 0) from authors.documents where kind = $1)
       on conflict (kind, version) do nothing returning version`,
      [kind, replaces, text, digest, by.userId, by.name],
    );
  }
}
