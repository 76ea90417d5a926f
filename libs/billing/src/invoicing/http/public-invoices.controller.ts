import { Query } from '@nestjs/common';
import { Public } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { ApiController, GetFile } from '@portal/platform/http';
import { DocumentLinks } from '../../documents/document-links.js';
import { BillingDocuments } from '../../documents/read/billing-documents.js';
import { DocumentLinkQuery } from './billing.dto.js';

/** For whoever was sent the link, such as an accountant. */
@Public()
@ApiController('public', 'api/public/invoices')
export class PublicInvoicesController {
  constructor(
    private readonly links: DocumentLinks,
    private readonly documents: BillingDocuments,
  ) {}

  /** Download an invoice or credit note as PDF by the link in its mail. The link works for 90 days. */
  @GetFile('pdf', ['application/pdf'])
  pdf(@Query() { token }: DocumentLinkQuery) {
    const id = this.links.idOf(token);
    return bypassRowSecurity(() => this.documents.pdf(id));
  }
}
