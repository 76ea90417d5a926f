import { Injectable } from '@nestjs/common';
import { ManifestProbe, type ProbedManifest } from '@portal/authors';
import { CheckDrive } from './check-drive.js';
import { ValidatorLimits } from '../validator/validator-limits.js';

/** The validator's run for a manifest that an application names: without any key, under the limit of its host. */
@Injectable()
export class ProbeManifest extends ManifestProbe {
  constructor(
    private readonly checkDrive: CheckDrive,
    private readonly limits: ValidatorLimits,
  ) {
    super();
  }

  async check(manifestUrl: string): Promise<ProbedManifest> {
    await this.limits.beforeRun(new URL(manifestUrl).host);
    const { report } = await this.checkDrive.execute({ manifestUrl });
    return {
      ok: report.ok,
      digest: report.digest,
      findings: report.findings.map(({ id, level, rule, fix }) => ({ id, level, rule, fix })),
    };
  }
}
