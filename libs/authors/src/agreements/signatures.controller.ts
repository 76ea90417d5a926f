import { Query, StreamableFile } from '@nestjs/common';
import { RequireRole } from '@portal/platform/access';
import { keepScope } from '@portal/platform/database';
import { ApiController, GetPage, GetFile } from '@portal/platform/http';
import { Readable } from 'node:stream';
import { SIGNATURE_COLUMNS, Signatures } from './signatures.js';
import { SignaturesQuery } from '../applications/authors.dto.js';
import { SignedAgreementView } from '../applications/authors.view.js';

/** Signatures under the developer agreement. */
@RequireRole('finance', 'admin')
@ApiController('finance', 'api/v1/finance/agreement-signatures')
export class SignaturesController {
  constructor(private readonly signatures: Signatures) {}

  /** List signatures under the developer agreement. Newest first. */
  @GetPage('', SignedAgreementView)
  list(@Query() query: SignaturesQuery) {
    return this.signatures.page(query);
  }

  /** Export signatures under the developer agreement. Everything that matches the filter, as CSV. */
  @GetFile('csv', ['text/csv'], { columns: SIGNATURE_COLUMNS })
  csv(@Query() { version, q }: SignaturesQuery): StreamableFile {
    const filter = { ...(version && { version }), ...(q && { q }) };
    return new StreamableFile(Readable.from(keepScope(this.signatures.csv(filter))), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="agreement-signatures.csv"',
    });
  }
}
