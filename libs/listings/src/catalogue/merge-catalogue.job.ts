import { Injectable } from '@nestjs/common';
import { ScheduledJob } from '@portal/platform/jobs';
import { MergeCatalogue } from './merge-catalogue.js';

@Injectable()
export class MergeCatalogueJob extends ScheduledJob {
  readonly name = 'listings.merge-catalogue';

  constructor(private readonly merge: MergeCatalogue) {
    super();
  }

  async run(): Promise<void> {
    await this.merge.execute();
  }
}
