import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf, type Tx } from '@portal/platform/database';
import type { DocumentKind, DocumentVersionView, PublicDocumentView } from './documents.view.js';

type Published = NonNullable<PublicDocumentView['published']>;

/** Terms, privacy and contact of the host, in versions that stay as they were published. */
@Injectable()
export class DocumentsRepository {
  constructor(private readonly database: Database) {}

  /** What everybody reads: the newest version, of the agreement the one in force. */
  async published(kind: PublicDocumentView['kind']): Promise<PublicDocumentView> {
    const [row] = await this.database.query<RowOf<Published, 'published_at'>>(
      `(select version::text, text, published_at from authors.documents where kind = $1 order by documents.version desc limit 1)
       union all
       (select version, text, effective_at from authors.agreement_versions
        where $1 = 'agreement' and effective_at <= platform.portal_now() order by ordinal desc limit 1)`,
      [kind],
    );
    return { kind, published: row ? isoDates(row) : null };
  }

  /** Every version, newest first. */
  async versions(): Promise<Page<DocumentVersionView>> {
    const rows = await this.database.query<RowOf<DocumentVersionView, 'published_at'>>(
      `select kind, version, text, published_at, published_by_name from authors.documents
       order by published_at desc, kind, version desc limit 200`,
    );
    return { items: rows.map(isoDates), next_cursor: null };
  }

  /** False when `replaces` is not the newest version. */
  async add(
    tx: Tx,
    { kind, replaces, text, digest }: { kind: DocumentKind; replaces: number; text: string; digest: string },
    by: { userId: string; name: string },
  ): Promise<boolean> {
    const added = await tx.query(
      `insert into authors.documents (kind, version, text, digest, published_by, published_by_name)
       select $1, $2::int + 1, $3, $4, $5, $6
       where $2 = (select coalesce(max(version), 0) from authors.documents where kind = $1)
       on conflict (kind, version) do nothing returning version`,
      [kind, replaces, text, digest, by.userId, by.name],
    );
    return added.length > 0;
  }
}
