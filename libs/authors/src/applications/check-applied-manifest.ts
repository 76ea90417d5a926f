import { Injectable, Optional } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { ManifestProbe } from './manifest-probe.js';
import { ManifestChecksRepository } from './manifest-checks.repository.js';

/** Checks the manifest named in an application. For information: no decision depends on it. */
@Injectable()
export class CheckAppliedManifest {
  constructor(
    private readonly checks: ManifestChecksRepository,
    private readonly transactor: Transactor,
    @Optional() private readonly probe?: ManifestProbe,
  ) {}

  /** Runs once per submission. Skips applications that are no longer waiting. */
  async execute(applicationId: string): Promise<void> {
    const due = await this.checks.due(applicationId);
    if (!due || !this.probe) return;
    const found = await this.probe.check(due.manifestUrl);
    await this.transactor.run((tx) => this.checks.add(tx, applicationId, due, found));
  }
}
