import { Body, Param } from '@nestjs/common';
import { CurrentActor, Public, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, LONG_TEXTS, ApiController, GetData, GetPage, PostPage } from '@portal/platform/http';
import {
  DocumentParams,
  DocumentVersionView,
  PublicDocumentParams,
  PublicDocumentView,
  PublishDocumentDto,
} from './documents.view.js';
import { PublishDocument } from './publish-document.js';
import { DocumentReads } from './read/document-reads.js';

/** What the host says to everybody. */
@Public()
@ApiController('public', 'api/public/documents')
export class PublicDocumentsController {
  constructor(private readonly documents: DocumentReads) {}

  /** Get a document of the host. Terms, privacy, contact, or the developer agreement in force; null before the first. */
  @GetData(':kind', PublicDocumentView)
  read(@Param() { kind }: PublicDocumentParams) {
    return this.documents.published(kind);
  }
}

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentReads,
    private readonly publish: PublishDocument,
  ) {}

  /** List the published documents. Terms, privacy and contact: every version with its text, newest first. */
  @GetPage('', DocumentVersionView)
  list() {
    return this.documents.versions();
  }

  /** Publish a version of a document. Everybody reads it at once; earlier versions are kept. */
  @PostPage(':kind', DocumentVersionView, { status: 201 })
  @BodyLimit(LONG_TEXTS)
  async publishDocument(
    @CurrentActor() actor: Actor,
    @Param() { kind }: DocumentParams,
    @Body() body: PublishDocumentDto,
  ) {
    await this.publish.execute(actor, kind, body);
    return this.documents.versions();
  }
}
