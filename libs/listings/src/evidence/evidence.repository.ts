import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { Ids, invariant } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { RowOf, Tx } from '@portal/platform/database';
import { IsNull } from 'typeorm';
import type { DueEvidencePayload } from '../events.js';
import { EVIDENCE_NOTICES, type EvidenceEnd, type EvidenceNotice } from './domain/compliance-claims.js';
import { EvidenceAcceptanceEntity, EvidenceEntity } from './evidence.entity.js';
import { SYNCED_STATES } from '../listing/domain/drive-capabilities.js';

type NewEvidence = Pick<
  EvidenceEntity,
  'driveId' | 'claim' | 'fileName' | 'mediaType' | 'sha256' | 'content' | 'validUntil'
>;
/** Without the file. */
type EvidenceRow = Pick<EvidenceEntity, 'id' | 'driveId' | 'claim' | 'sha256' | 'validUntil'>;

const ROW = { id: true, driveId: true, claim: true, sha256: true, validUntil: true } as const;

/** Evidence of compliance claims and the notices about its end. Lock the listing first. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly ids: Ids) {}

  /** Manifests whose claims take evidence: the live one, and the newest that was submitted. */
  async manifests(q: Pick<Tx, 'query'>, driveId: string): Promise<CanonicalManifest[]> {
    const rows = await q.query<{ manifest: CanonicalManifest }>(
      `select r.manifest from listings.listings l join listings.revisions r on r.id = l.live_revision_id or r.id = (select s.revision_id
         from listings.submissions s where s.drive_id = l.drive_id and s.revision_id is not null order by s.created_at desc, s.id desc limit 1)
       where l.drive_id = $1`,
      [driveId],
    );
    return rows.map((row) => row.manifest);
  }

  /** The evidence of a claim, or that of an id, if it has not ended. */
  current(tx: Tx, of: Partial<Pick<EvidenceEntity, 'driveId' | 'claim' | 'id'>>): Promise<EvidenceRow | null> {
    return tx.manager.findOne(EvidenceEntity, { select: ROW, where: { ...of, endedAt: IsNull() } });
  }

  count(tx: Tx, driveId: string): Promise<number> {
    return tx.manager.countBy(EvidenceEntity, { driveId });
  }

  async add(tx: Tx, actor: Actor, evidence: NewEvidence): Promise<string> {
    invariant(actor.userId, 'evidence is uploaded by a person');
    const id = this.ids.next();
    await tx.manager.insert(EvidenceEntity, {
      ...evidence,
      id,
      sizeBytes: evidence.content.length,
      uploadedBy: actor.userId,
      uploadedByName: actor.name,
      uploadedAt: tx.now,
    });
    return id;
  }

  /** @param endReason why a reviewer rejected it */
  async end(tx: Tx, actor: Actor, id: string, endedHow: EvidenceEnd, endReason: string | null = null): Promise<void> {
    const end = { endedHow, endReason, endedBy: actor.userId, endedByName: actor.name, endedAt: tx.now };
    await tx.manager.update(EvidenceEntity, { id }, end);
  }

  async accept(tx: Tx, actor: Actor, evidenceId: string, acceptedUntil: Date): Promise<void> {
    invariant(actor.userId, 'evidence is accepted by a person');
    const by = { acceptedBy: actor.userId, acceptedByName: actor.name, acceptedAt: tx.now };
    await tx.manager.insert(EvidenceAcceptanceEntity, { evidenceId, ...by, acceptedUntil });
  }

  /** The most urgent recorded notice about an end of a piece of evidence; undefined when it was replaced or withdrawn. */
  async lastWord(tx: Tx, id: string, validUntil: string): Promise<EvidenceNotice | undefined> {
    const rows = await tx.query<{ kind: EvidenceNotice }>(
      `select n.kind from listings.evidence_notices n join listings.evidence e on e.id = n.evidence_id where e.id = $1 and e.ended_at is null
         and date_trunc('milliseconds', n.valid_until) = $2`,
      [id, validUntil],
    );
    return EVIDENCE_NOTICES.find(({ kind }) => rows.some((row) => row.kind === kind))?.kind;
  }

  /**
   * Records the due notices about evidence of claims that live Drives make, and returns the most urgent one of each
   * piece. It ends with its acceptance, the second one of two, and without any with the file.
   */
  async noticeDue(tx: Tx): Promise<RowOf<DueEvidencePayload, 'valid_until'>[]> {
    return tx.query(
      `with due as (
         select e.id, k.kind, k.days, e.drive_id, e.claim, a.valid_until
         from listings.evidence e cross join lateral (
           select coalesce((array_agg(x.until order by x.until desc))[2], max(x.until), e.valid_until) as valid_until
           from (select max(accepted_until) as until from listings.evidence_acceptances where evidence_id = e.id group by accepted_by) x) a
         join jsonb_to_recordset($1::jsonb) as k(kind text, days int) on a.valid_until <= $2::timestamptz + k.days * interval '1 day'
         join listings.listings l on l.drive_id = e.drive_id and l.state = any($3)
         join listings.revisions r on r.id = l.live_revision_id
         where e.ended_at is null and e.claim in (select listings.compliance_claims(r.manifest))
           and not exists (select 1 from listings.evidence_notices n where (n.evidence_id, n.kind, n.valid_until) = (e.id, k.kind, a.valid_until))),
       noted as (
         insert into listings.evidence_notices (evidence_id, kind, valid_until, noticed_at) select id, kind, valid_until, $2 from due
         on conflict do nothing returning evidence_id, kind)
       select distinct on (d.id) d.drive_id, d.id as evidence_id, d.claim, d.kind as due, d.valid_until
       from due d join noted n on n.evidence_id = d.id and n.kind = d.kind order by d.id, d.days`,
      [JSON.stringify(EVIDENCE_NOTICES), tx.now, SYNCED_STATES],
    );
  }
}
