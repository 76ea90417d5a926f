import { Injectable } from '@nestjs/common';
import { buildDeliveredEvent, contractMajor } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { SealedBox } from '@portal/platform/crypto';
import { OutboundError } from '@portal/platform/outbound';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { DriveCaller } from '@portal/secrets';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { tokenSeal } from '../install/handshake/sealed-tokens.js';
import { WatchToken } from '../install/handshake/watch-token.js';
import type { WaitingDelivery } from './deliveries.repository.js';
import { readReceipt, type AttemptResult } from './domain/delivery-plan.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 16 * 1024;

/** Where events of an install go. */
export interface Receiver {
  readonly install: InstallRow;
  readonly origin: string;
  /** `endpoints.receive` of the version that is installed. */
  readonly path: string;
  /** Major number of the contract version that it declares. */
  readonly contract: number;
}

/**
 * One signed event to a plugin, as the install (contract: Authentication; Event row, plus `id`). A ping contains the
 * ids of the install and asks for nothing.
 */
@Injectable()
export class SendEvent {
  constructor(
    private readonly transactor: Transactor,
    private readonly installs: InstallsRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly box: SealedBox,
    private readonly watchToken: WatchToken,
  ) {}

  /** Undefined for an install that is not sent events: it does not run, or its version does not accept any. */
  async receiver(installId: string): Promise<Receiver | undefined> {
    const install = await this.transactor.run(async (tx) => {
      const found = await this.installs.find(tx, installId);
      return found && !(await this.installs.whyNot(tx, found, 'take_events')) ? found : undefined;
    });
    if (!install?.scopedToken) return undefined;
    const drive = await this.listings.callable(install.revisionId);
    const path = drive?.manifest.endpoints.receive;
    return drive && path ? { install, origin: drive.origin, path, contract: contractMajor(drive.manifest) } : undefined;
  }

  async execute(
    { install, origin, path, contract }: Receiver,
    delivery: WaitingDelivery,
  ): Promise<AttemptResult & { tookMs: number }> {
    const started = performance.now();
    const took = (): number => performance.now() - started;
    const ids = { tenant_id: install.tenantId, venture_id: install.ventureId };
    try {
      const answer = await this.drives.call({
        driveId: install.driveId,
        tenantId: install.tenantId,
        installId: install.id,
        origin,
        path,
        method: 'POST',
        bearer: this.box.open(install.scopedToken ?? '', tokenSeal(install.id)).reveal(),
        body: buildDeliveredEvent(
          {
            id: delivery.eventId ?? delivery.id,
            kind: delivery.kind,
            tsMs: Number(delivery.tsMs),
            payload: delivery.payload ?? ids,
          },
          contract,
        ),
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      });
      const tookMs = took();
      await this.watchToken.execute(install, answer);
      return { ...readReceipt(answer.status, answer.body), tookMs };
    } catch (error) {
      if (error instanceof OutboundError)
        return { outcome: 'failed', status: null, problem: error.message, tookMs: took() };
      // Without a valid key nothing can be signed: the author has to act, and sending resumes once there is one.
      if (error instanceof AppError) return { outcome: 'failed', status: null, problem: error.message, tookMs: took() };
      throw error;
    }
  }
}
