import { Injectable } from '@nestjs/common';
import { AppError, type Page } from '@portal/kernel';
import { requirePerson, type Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { Database, isoDates, Transactor, type RowOf } from '@portal/platform/database';
import { authorsErrors } from '../errors.js';
import type { DocumentKind, DocumentVersionView, PublicDocumentView } from './documents.view.js';

type Published = NonNullable<PublicDocumentView['published']>;

/** Terms, privacy and contact of the host, in versions that stay as they were published. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

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

  /** @throws AppError `document_replaced` (409) when `replaces` is not the newest version */
  async publish(
    actor: Actor,
    kind: DocumentKind,
    { text, replaces }: { text: string; replaces: number },
  ): Promise<void> {
    const by = requirePerson(actor, 'A person has to publish this.');
    await this.transactor.run(async (tx) => {
      const digest = sha256Hex(text);
      const added = await tx.query(
        `insert into authors.documents (kind, version, text, digest, published_by, published_by_name)
         select $1, $2::int + 1, $3, $4, $5, $6
         where $2 = (select coalesce(max(version), 0) from authors.documents where kind = $1)
         on conflict (kind, version) do nothing returning version`,
        [kind, replaces, text, digest, by, actor.name],
      );
      if (added.length === 0) throw new AppError(authorsErrors.document_replaced);
      await tx.audit(actor, 'document.published', ['document', kind], { after: { version: replaces + 1, digest } });
    });
  }
}
