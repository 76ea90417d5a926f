import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { Audit, SYSTEM_ACTOR, Transactor } from '@portal/platform';
import { InstallsRepository } from './persistence/installs.repository.js';
import { PromptsRepository } from './persistence/prompts.repository.js';

/** Offers a new revision to every active install of the Drive, with the difference from what that install runs. */
@Injectable()
export class OpenPrompts {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly prompts: PromptsRepository,
    private readonly listings: Listings,
    private readonly ids: Ids,
    private readonly audit: Audit,
  ) {}

  async execute(driveId: string, revisionId: string): Promise<void> {
    const revision = await this.listings.revision(revisionId);
    if (!revision) return;
    const installs = await this.transactor.run((tx) => this.repository.activeOnOlderRevision(tx, driveId, revisionId));
    const differences = new Map<string, readonly object[]>();
    for (const install of installs) {
      if (!differences.has(install.revisionId))
        differences.set(install.revisionId, await this.listings.changes(install.revisionId, revisionId));
      await this.transactor.run(async (tx) => {
        const current = await this.repository.lock(tx, install.id);
        if (current?.state !== 'active' || current.revisionId !== install.revisionId) return;
        const opened = await this.prompts.open(tx, {
          id: this.ids.next(),
          installId: install.id,
          fromRevisionId: install.revisionId,
          fromVersion: install.version,
          toRevisionId: revisionId,
          toVersion: revision.version,
          digest: revision.digest,
          changes: differences.get(install.revisionId) ?? [],
          permissions: [...revision.manifest.permissionsRequested],
        });
        if (opened)
          await this.audit.record(tx, {
            actor: SYSTEM_ACTOR,
            action: 'upgrade.offered',
            subjectType: 'install',
            subjectId: install.id,
            after: { version: revision.version, digest: revision.digest },
          });
      });
    }
  }
}
