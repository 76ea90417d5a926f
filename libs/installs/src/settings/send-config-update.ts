import { Injectable } from '@nestjs/common';
import { buildConfigUpdate, isConfigUpdateConfirmed, joinSecrets, parseEnvelope } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { failpoint } from '@portal/platform/config';
import { SealedBox } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, type DriveAnswer } from '@portal/secrets';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { InstallsRepository } from '../install/installs.repository.js';
import { ConfigUpdatesRepository } from './config-updates.repository.js';
import { InstallSettings } from './install-settings.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/**
 * Sends a Drive the newest settings of an install, with the version of the manifest and the permissions that go with
 * them. A lost answer is harmless: the Drive gets the same version again and answers as before.
 */
@Injectable()
export class SendConfigUpdate {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly updates: ConfigUpdatesRepository,
    private readonly settings: InstallSettings,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
  ) {}

  /** False when the Drive did not answer. */
  async execute(installId: string): Promise<boolean> {
    const found = await this.prepare(installId);
    if (!found) return true;
    const { call, version, ids } = found;
    let failure: string | null;
    let answered = true;
    try {
      failpoint('config_update.before_send');
      failure = refusal(await this.drives.call(call), version, ids);
      failpoint('config_update.after_send');
    } catch (error) {
      // Without a key nothing can be signed: the author gets one, and it is sent then.
      if (!(error instanceof OutboundError) && !(error instanceof AppError)) throw error;
      answered = !(error instanceof OutboundError);
      failure = error.message;
    }
    await this.transactor.run((tx) =>
      failure === null
        ? this.updates.confirm(tx, installId, version)
        : this.updates.fail(tx, installId, version, failure),
    );
    return answered;
  }

  private async prepare(installId: string) {
    const found = await this.transactor.run(async (tx) => {
      const update = await this.updates.find(tx, installId);
      // Read under a lock: version and values belong together.
      const install = await this.installs.lock(tx, installId);
      if (!update || update.confirmedAt !== null || !install) return undefined;
      if (await this.installs.whyNot(tx, install, 'be_called')) return undefined;
      const stored = await this.settings.stored(tx, install);
      return { install, config: joinSecrets(stored.values, stored.secrets) };
    });
    if (!found) return undefined;
    const { install, config } = found;
    const drive = await this.listings.callable(install.revisionId);
    const path = drive?.manifest.endpoints.config_update ?? null;
    if (!drive || path === null) {
      await this.transactor.run((tx) => this.updates.drop(tx, installId));
      return undefined;
    }
    const body = buildConfigUpdate({
      installId: install.driveInstallId ?? '',
      settingsVersion: install.settingsVersion,
      config,
      manifestVersion: install.version,
      permissions: install.permissions,
    });
    return {
      version: install.settingsVersion,
      ids: [...(install.driveInstallId === null ? [] : [install.driveInstallId]), ...install.seenIds],
      call: {
        driveId: install.driveId,
        tenantId: install.tenantId,
        installId: install.id,
        origin: drive.origin,
        path,
        method: 'POST' as const,
        body,
        bearer: this.box.open(install.scopedToken ?? '', tokenSeal(install.id)).reveal(),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      },
    };
  }
}

/** Why an answer does not confirm the version; null when it does. @param ids that the Drive has given for the install */
function refusal({ status, body }: DriveAnswer, version: number, ids: readonly string[]): string | null {
  const parsed = parseEnvelope(body);
  const envelope = parsed.ok ? parsed.envelope : undefined;
  if (status !== 200) {
    const said = envelope && !envelope.ok ? `: ${envelope.error.slice(0, 200)}` : '';
    return `The plugin answered with HTTP ${status}${said}.`;
  }
  if (!envelope?.ok) return 'The plugin answered without a proper envelope.';
  const { install_id: named } = envelope.data;
  if (named !== undefined && !ids.some((id) => id === named)) return 'The plugin answered for another install.';
  if (!isConfigUpdateConfirmed(envelope.data, version)) return `The plugin did not confirm version ${version}.`;
  return null;
}
