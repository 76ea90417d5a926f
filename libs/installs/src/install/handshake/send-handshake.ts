import { Injectable } from '@nestjs/common';
import { buildInstallRequest, joinSecrets } from '@portal/contract';
import { AppError, invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Config, failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { OutboundError } from '@portal/platform/outbound';
import { DriveCaller, TenantKeys } from '@portal/secrets';
import { InstallSettings } from '../../settings/install-settings.js';
import { readInstallAnswer, type InstallAnswer } from '../domain/install-answer.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';

const TIMEOUT_MS = 10_000;
const UNSENT: readonly string[] = ['url', 'address_policy', 'dns', 'tls'];
const UNCONNECTED: readonly unknown[] = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The request did not reach the Drive. False for a lost connection, which may have carried it. */
function isUnsent({ reason, cause }: OutboundError): boolean {
  return UNSENT.includes(reason) || (reason === 'connect' && UNCONNECTED.includes((cause as { code?: unknown }).code));
}

/** The Drive's answer, and whether it answered at all. */
interface SentHandshake {
  answer: InstallAnswer;
  answered: boolean;
}

/**
 * Asks the Drive for an install (contract: POST install). The same tenant and venture get the same install, so that a lost
 * answer is requested again.
 */
@Injectable()
export class SendHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly tenantKeys: TenantKeys,
    private readonly drives: DriveCaller,
    private readonly config: Config,
    private readonly settings: InstallSettings,
  ) {}

  /** Never throws for failures of the Drive or the connection. Never inside a transaction. */
  async execute(install: InstallRow): Promise<SentHandshake> {
    const { driveId, tenantId } = install;
    const { ventureName, signingKey, settings } = await this.transactor.run(async (tx) => ({
      ventureName: (await this.repository.venture(tx, { id: install.ventureId }))?.name ?? '',
      // The tenant's own, for a Drive that opted in.
      signingKey: await this.tenantKeys.prepare(tx, { driveId, tenantId, actor: SYSTEM_ACTOR }),
      settings: await this.settings.stored(tx, install),
    }));
    const drive = await this.listings.callable(install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    const { origin, manifest } = drive;
    failpoint('install.before_send');
    try {
      const { status, body } = await this.drives.call({
        driveId,
        origin,
        path: manifest.endpoints.install,
        method: 'POST',
        timeoutMs: TIMEOUT_MS,
        body: buildInstallRequest({
          tenantId,
          ventureId: install.ventureId,
          ventureName,
          operatorEmail: install.operatorEmail,
          installOrigin: this.config.publicUrl,
          config: joinSecrets(settings.values, settings.secrets),
          permissions: install.permissions,
          ...(signingKey === undefined ? {} : { signingKey: signingKey.reveal() }),
        }),
      });
      failpoint('install.after_send');
      return { answer: await this.owned(install, readInstallAnswer(status, body, origin, tenantId)), answered: true };
    } catch (error) {
      if (error instanceof AppError) return { answer: { kind: 'retry', reason: error.message }, answered: true };
      if (!(error instanceof OutboundError)) throw error;
      const reason = `The plugin could not be asked: ${error.message}`;
      const answer: InstallAnswer = isUnsent(error) ? { kind: 'retry', reason } : { kind: 'unknown', reason, ids: [] };
      return { answer, answered: false };
    }
  }

  /** Refuses an id under which the Drive has the install of another tenant. */
  private async owned(install: InstallRow, answer: InstallAnswer): Promise<InstallAnswer> {
    const ids = answer.kind === 'active' ? answer.result.ids : answer.kind === 'unknown' ? answer.ids : [];
    if (ids.length === 0 || !(await this.repository.isOfAnotherTenant(install, ids))) return answer;
    return { kind: 'unknown', reason: 'The plugin answered with the install of another tenant.', ids: [] };
  }
}
