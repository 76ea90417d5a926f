import { Injectable } from '@nestjs/common';
import { EventProcessor } from '@portal/platform/events';
import { ExportRequested } from '../events.js';
import { MakeExport } from '../make-export.js';

@Injectable()
export class MakeExportProcessor extends EventProcessor<{ export_id: string }> {
  readonly event = ExportRequested;
  readonly consumer = 'statements.make-export';

  constructor(private readonly make: MakeExport) {
    super();
  }

  async handle({ export_id }: { export_id: string }): Promise<void> {
    await this.make.execute(export_id);
  }
}
