import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import type { DocumentVersionView, PublicDocumentView } from '../documents.view.js';

type Published = NonNullable<PublicDocumentView['published']>;

/** Terms, privacy and contact of the host, in versions that stay as they were published. */
@Injectable()
export class DocumentReads {
  constructor(private readonly database: Database) {}

  /** What everybody reads: the newest version, of the agreement the one in force. */
  async published(kind: PublicDocumentView['kind']): Promise<PublicDocumentView> {
    const [row] = await this.database.query<RowOf<Published, 'published_at'>>(
      `(select version::text, text, published_at from authors.documents where kind = $1 order by documents.version desc limit 1)
       union all
       (select version, text, effective_at from authors.agreement_versions
        where $1 = 'agreement' and effective_at <= (select platform.portal_now()) order by ordinal desc limit 1)`,
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
}
