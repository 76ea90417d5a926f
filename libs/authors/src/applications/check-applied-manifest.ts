import { Injectable, Optional } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ManifestProbe } from './manifest-probe.js';
import { ManifestChecksRepository } from './manifest-checks.repository.js';

/** Looks at the manifest that an application names. For information: nothing waits for it and nothing is decided by it. */
@Injectable()
export class CheckAppliedManifest {
  constructor(
    private readonly checks: ManifestChecksRepository,
    private readonly transactor: Transactor,
    @Optional() private readonly probe?: ManifestProbe,
  ) {}

  /** Once for each time the application was submitted; one that waits for nobody any more is left alone. */
  async execute(applicationId: string): Promise<void> {
    const due = await this.checks.due(applicationId);
    if (!due || !this.probe) return;
    const found = await this.probe.check(due.manifestUrl);
    await this.transactor.run((tx) => this.checks.add(tx, applicationId, due, found));
  }
}
