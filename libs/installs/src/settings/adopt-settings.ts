import { Injectable } from '@nestjs/common';
import { splitSecrets, type JsonObject } from '@portal/contract';
import { Listings } from '@portal/listings';
import { Transactor, type Tx } from '@portal/platform/database';
import { InstallSettings } from './install-settings.js';
import { SettingsRepository } from './settings.repository.js';

const BATCH = 1_000;

/**
 * Settings that the release before kept in the clear become version 1, with their secrets sealed. Only installs from
 * before settings had versions are found, by an index that is empty afterwards.
 */
@Injectable()
export class AdoptSettings {
  constructor(
    private readonly transactor: Transactor,
    private readonly versions: SettingsRepository,
    private readonly settings: InstallSettings,
    private readonly listings: Listings,
  ) {}

  /** Until none is left. */
  async execute(stopping?: AbortSignal): Promise<void> {
    const forms = new Map<string, JsonObject | null>();
    let found = BATCH;
    while (found === BATCH && !stopping?.aborted) found = await this.transactor.run((tx) => this.adoptSome(tx, forms));
  }

  /** How many there were. @param forms by revision, read once */
  private async adoptSome(tx: Tx, forms: Map<string, JsonObject | null>): Promise<number> {
    const installs = await this.versions.unversioned(tx, BATCH);
    const plain: string[] = [];
    for (const install of installs) {
      const { id, revisionId } = install;
      const known = forms.get(revisionId);
      const form = known === undefined ? await this.formOf(tx, revisionId) : known;
      forms.set(revisionId, form);
      const secrets = form ? splitSecrets(form, install.config as JsonObject).secrets : {};
      if (Object.keys(secrets).length === 0) plain.push(id);
      else await this.settings.adopt(tx, { ...install, settingsVersion: 0 }, form);
    }
    if (plain.length > 0) await this.versions.adoptAll(tx, plain);
    return installs.length;
  }

  private async formOf(tx: Tx, revisionId: string): Promise<JsonObject | null> {
    return (await this.listings.revision(revisionId, tx))?.manifest.configSchema ?? null;
  }
}
