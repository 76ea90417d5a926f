import { Query, type StreamableFile } from '@nestjs/common';
import { DocumentLinkQuery, DocumentLinks } from '@portal/billing';
import { Public } from '@portal/platform/access';
import { bypassRowSecurity } from '@portal/platform/database';
import { ApiController, GetFile, GetPage } from '@portal/platform/http';
import { PublishedRoots } from '../read/published-roots.js';
import type { PaperKind } from '../read/self-billing.js';
import { RenderStatement } from '../render-statement.js';
import { sendFile } from './send-file.js';
import { MonthRootView } from './statements.view.js';

@Public()
@ApiController('public', 'api/public')
export class PublicStatementsController {
  constructor(
    private readonly roots: PublishedRoots,
    private readonly links: DocumentLinks,
    private readonly render: RenderStatement,
  ) {}

  /**
   * List the roots of sealed statement months. Newest first. Keep them to prove later that no statement was changed.
   */
  // A root reveals no data, and anyone who keeps it can check the statements of its month.
  @GetPage('statement-roots', MonthRootView)
  list() {
    return this.roots.list();
  }

  /** Download a self-billing invoice as PDF by the link in its mail. The link works for 90 days. */
  @GetFile('self-billing/pdf', ['application/pdf'])
  selfBilling(@Query() { token }: DocumentLinkQuery): Promise<StreamableFile> {
    const [id, kind] = this.links.idOf(token, 'self_billing').split(' ') as [string, PaperKind];
    return bypassRowSecurity(() => this.render.execute(id, kind, null)).then(sendFile);
  }
}
