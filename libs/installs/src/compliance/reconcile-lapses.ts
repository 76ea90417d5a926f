import { Inject, Injectable, Optional } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { isoDates, takeLock, Transactor, type Tx } from '@portal/platform/database';
import type { EventType } from '@portal/platform/events';
import { AgreementDue, ComplianceLapsed, ComplianceRestored, type CompliancePayload } from '../events.js';
import { ComplianceRepository, complianceAt, type ComplianceRecord } from '../install/compliance.repository.js';
import { claimsToProve, complianceGaps, type UnprovenClaims } from '../tenants/domain/tenant-compliance.js';
import { ComplianceLapsePolicy } from './compliance-lapse-policy.js';
import {
  ComplianceLapsesRepository,
  type FoundLapse,
  type LapseCase,
  type LapseChange,
  type LapseScope,
} from './compliance-lapses.repository.js';
import { actsAt, gapSince, WARN_ONLY } from './domain/compliance-lapse.js';

/**
 * Records lapses of running installs, by the rule that was checked at the installation, and ends the
 * lapse when they comply again. Repeated by a job, because agreements and evidence end by themselves; harmless at any
 * time.
 */
@Injectable()
export class ReconcileLapses {
  constructor(
    private readonly transactor: Transactor,
    private readonly lapses: ComplianceLapsesRepository,
    private readonly compliance: ComplianceRepository,
    private readonly listings: Listings,
    @Optional() @Inject(ComplianceLapsePolicy) private readonly policy?: ComplianceLapsePolicy,
  ) {}

  async execute(scope: LapseScope = {}): Promise<void> {
    await this.transactor.run((tx) => this.within(tx, scope));
  }

  /** Announces once each that the agreement of a tenant ends in 60, 30 and 7 days, and that it has ended. */
  async announceAgreements(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const due = await this.lapses.noticeAgreements(tx);
      await tx.emitMany(AgreementDue, due.map(isoDates));
    });
  }

  /** In a transaction of the caller's; takes the lock under which lapses are written. */
  async within(tx: Tx, scope: LapseScope): Promise<void> {
    // A run that waited here reads what the one before has committed, so no outdated facts are recorded.
    await takeLock(tx, 'installs.compliance');
    const found = await this.find(tx, await this.lapses.cases(tx, scope));
    const restored = await this.lapses.endOthers(tx, scope, found);
    const policy = (await this.policy?.at(tx)) ?? WARN_ONLY;
    const lapsed = await this.lapses.open(tx, found, policy, actsAt(policy, tx.now));
    const held = restored.flatMap(({ installIds }) => installIds);
    for (const id of await this.lapses.resume(tx, held))
      await tx.audit(SYSTEM_ACTOR, 'install.resumed', ['install', id]);
    await this.record(tx, ComplianceLapsed, lapsed);
    await this.record(tx, ComplianceRestored, restored);
  }

  private async find(tx: Tx, cases: readonly LapseCase[]): Promise<FoundLapse[]> {
    const unique = (id: 'revisionId' | 'tenantId'): string[] => [...new Set(cases.map((one) => one[id]))];
    const manifests = await this.lapses.manifests(tx, unique('revisionId'));
    const onFile = await this.compliance.of(tx, unique('tenantId'));
    const records = new Map(onFile.map((one) => [one.tenantId, one]));
    const unproven = new Map<string, UnprovenClaims>();
    const ends = new Map<string, ReadonlyMap<string, Date>>();
    for (const { driveId, revisionId } of cases) {
      if (unproven.has(revisionId)) continue;
      const manifest = manifests.get(revisionId) as Parameters<Listings['unprovenClaims']>[0]['manifest'];
      unproven.set(revisionId, await this.listings.unprovenClaims({ driveId, manifest }, tx.now, tx));
      if (!ends.has(driveId)) ends.set(driveId, await this.lapses.evidenceEnds(tx, driveId));
    }
    return cases.flatMap((one) =>
      lapsesOf(one, {
        manifest: manifests.get(one.revisionId)!,
        record: records.get(one.tenantId)!,
        unproven: unproven.get(one.revisionId)!,
        ends: ends.get(one.driveId)!,
        now: tx.now,
      }),
    );
  }

  private async record(tx: Tx, event: EventType<CompliancePayload>, changes: readonly LapseChange[]): Promise<void> {
    for (const { tenantId, driveId, gap, installIds } of changes)
      await tx.audit(SYSTEM_ACTOR, event.type, ['tenant', tenantId], {
        after: { drive_id: driveId, gap, installs: installIds.length },
      });
    const at = tx.now.toISOString();
    const payloads = changes.map(({ tenantId, driveId, gap }) => ({ tenant_id: tenantId, drive_id: driveId, gap, at }));
    await tx.emitMany(event, payloads);
  }
}

function lapsesOf(
  one: LapseCase,
  about: {
    manifest: Parameters<typeof complianceGaps>[0];
    record: ComplianceRecord;
    unproven: UnprovenClaims;
    ends: ReadonlyMap<string, Date>;
    now: Date;
  },
): FoundLapse[] {
  const { manifest, record, unproven, ends, now } = about;
  const tenant = complianceAt(record, now);
  const needed = claimsToProve(tenant, unproven);
  const until = needed.flatMap((claim) => ends.get(claim) ?? []).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
  const facts = { agreementUntil: record.baa?.until ?? null, changedAt: record.changedAt, evidenceUntil: until };
  return complianceGaps(manifest, tenant, unproven).map((gap) => ({
    ...one,
    gap,
    claims: gap === 'claims_unproven' ? needed : [],
    since: gapSince(gap, facts, now),
  }));
}
