import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { sha256Hex } from '@portal/platform/crypto';
import { Transactor } from '@portal/platform/database';
import { claimsOf, mayEnd } from './domain/compliance-claims.js';
import { EVIDENCE_FILES, safeFileName, typeOfFile } from './domain/evidence-file.js';
import { listingsErrors } from '../errors.js';
import { EvidenceChanged } from '../events.js';
import { evidenceDecidedMail } from './evidence-mails.js';
import { EvidenceRepository } from './evidence.repository.js';
import { ListingMailer } from '../listing/listing-mailer.js';
import { ListingsRepository } from '../listing/listings.repository.js';
import { SubmissionsRepository } from '../submissions/submissions.repository.js';

interface AddEvidenceInput {
  actor: Actor;
  /** The caller's own. */
  driveId: string;
  /** Of `claimsOf`. */
  claim: string;
  validUntil: Date;
  /** As the author's machine calls it. */
  fileName: string;
  /** As declared; the bytes must match. */
  mediaType: string;
  content: Buffer;
}

/** An author states claims about regulated data with evidence, and takes it back; reviewers accept or reject it. */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly transactor: Transactor,
    private readonly listings: ListingsRepository,
    private readonly evidence: EvidenceRepository,
    private readonly submissions: SubmissionsRepository,
    private readonly mailer: ListingMailer,
  ) {}

  /**
   * The previous evidence of the claim is kept as replaced. The same file with the same end again changes nothing.
   * @throws AppError `evidence_file_refused` (400), `evidence_end_invalid` (400), `claim_unknown`, `evidence_full` (409)
   */
  async add(input: AddEvidenceInput): Promise<void> {
    const { actor, driveId, claim, validUntil, content } = input;
    const mediaType = typeOfFile(content);
    if (!mediaType || mediaType !== input.mediaType) throw listingsErrors.evidence_file_refused();
    const fileName = safeFileName(input.fileName, mediaType);
    const sha256 = sha256Hex(content);
    await this.transactor.run(async (tx) => {
      if (!mayEnd(validUntil, tx.now)) throw listingsErrors.evidence_end_invalid();
      await this.listings.lock(tx, driveId);
      const claims = (await this.evidence.manifests(tx, driveId)).flatMap(claimsOf);
      if (!claims.some(({ id }) => id === claim)) throw listingsErrors.claim_unknown();
      const before = await this.evidence.current(tx, { driveId, claim });
      if (before?.sha256 === sha256 && before.validUntil.getTime() === validUntil.getTime()) return;
      if ((await this.evidence.count(tx, driveId)) >= EVIDENCE_FILES) throw listingsErrors.evidence_full();
      if (before) await this.evidence.end(tx, actor, before.id, 'replaced');
      const added = { driveId, claim, fileName, mediaType, sha256, content, validUntil };
      const id = await this.evidence.add(tx, actor, added);
      await tx.audit(actor, before ? 'evidence.replaced' : 'evidence.added', ['drive', driveId], {
        before: before && { evidence: before.id, sha256: before.sha256 },
        after: { evidence: id, claim, sha256, valid_until: validUntil.toISOString() },
      });
      await tx.emit(EvidenceChanged, { drive_id: driveId });
    });
  }

  /**
   * The file stays readable for the author and for reviewers, as withdrawn. The caller owns the Drive.
   * @throws AppError `evidence_not_found` (404), also for what has ended before
   */
  async withdraw({ actor, driveId, id }: { actor: Actor; driveId: string; id: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.listings.lock(tx, driveId);
      const evidence = await this.evidence.current(tx, { driveId, id });
      if (!evidence) throw listingsErrors.evidence_not_found();
      await this.evidence.end(tx, actor, id, 'withdrawn');
      await tx.audit(actor, 'evidence.withdrawn', ['drive', driveId], {
        before: { evidence: id, claim: evidence.claim, sha256: evidence.sha256 },
      });
      await tx.emit(EvidenceChanged, { drive_id: driveId });
    });
  }

  /**
   * A reviewer accepts evidence until a day, for regulated tenants a second one too, or rejects it: it is out of force then.
   * @throws AppError `evidence_not_found` (404), also for what has ended, `own_organization` (403),
   *   `evidence_acceptance_invalid` (400): not in the future, or after the end of the file
   */
  async decide(actor: Actor, id: string, decision: { until: Date } | { reason: string }): Promise<void> {
    await this.transactor.run(async (tx) => {
      const driveId = (await this.evidence.current(tx, { id }))?.driveId;
      const listing = driveId && (await this.listings.lock(tx, driveId));
      const file = listing && (await this.evidence.current(tx, { id }));
      if (!file) throw listingsErrors.evidence_not_found();
      await this.submissions.assertStranger(tx, listing.orgId, actor.userId);
      const isAccepted = 'until' in decision;
      if (!isAccepted) await this.evidence.end(tx, actor, id, 'rejected', decision.reason);
      else if (decision.until > tx.now && decision.until <= file.validUntil)
        await this.evidence.accept(tx, actor, id, decision.until);
      else throw listingsErrors.evidence_acceptance_invalid();
      await tx.audit(actor, isAccepted ? 'evidence.accepted' : 'evidence.rejected', ['drive', file.driveId], {
        after: { evidence: id, claim: file.claim, sha256: file.sha256, ...decision },
      });
      await tx.emit(EvidenceChanged, { drive_id: file.driveId });
      const mail = evidenceDecidedMail(this.mailer.portal, { ...file, name: listing.name }, decision);
      await this.mailer.notify(tx, await this.mailer.authors(listing.orgId, tx), mail);
    });
  }
}
