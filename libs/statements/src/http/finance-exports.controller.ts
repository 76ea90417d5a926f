import { Body, Query, StreamableFile } from '@nestjs/common';
import { Readable } from 'node:stream';
import { CurrentActor, RequireRole, WithoutStepUp, type Actor } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetPage, PostData, GetFile } from '@portal/platform/http';
import { Exports } from '../read/exports.js';
import { RequestExport } from '../request-export.js';
import { RequestExportBody } from './statements.dto.js';
import { ExportView } from './statements.view.js';

@ApiController('exports', 'api/v1/finance/exports')
@RequireRole('finance')
export class FinanceExportsController {
  constructor(
    private readonly exports: Exports,
    private readonly request: RequestExport,
  ) {}

  /** List exports. Newest first. */
  @GetPage('', ExportView)
  list(@Query() query: PageQuery) {
    return this.exports.list(query);
  }

  /** Create an export. Created in the background; its state shows when the file is ready. */
  @WithoutStepUp('a file of what finance reads anyway')
  @PostData('', ExportView, { status: 202 })
  async create(@Body() body: RequestExportBody, @CurrentActor() actor: Actor) {
    return this.exports.get(await this.request.execute(body, actor));
  }

  /** Get an export. With its state and, once it is ready, the digest of its file. */
  @GetData(':id', ExportView)
  get(@IdParam() id: string) {
    return this.exports.get(id);
  }

  /** Download the file of an export. Once the export is ready. */
  @GetFile(':id/file', ['text/csv', 'application/json', 'application/pdf'])
  async file(@IdParam() id: string): Promise<StreamableFile> {
    const { type, fileName, bytes, parts } = await this.exports.file(id);
    return new StreamableFile(Readable.from(parts), {
      type,
      disposition: `attachment; filename="${fileName}"`,
      length: bytes,
    });
  }
}
