import { randomUUID } from 'node:crypto';
import { EvidenceService } from '../../../listings/src/evidence/evidence.service.js';
import { operatorOf } from '../../../../test/support/database/inserted-installs.js';
import { UpgradingWorld, V1, type Outcome } from '../../../../test/support/drives/upgrading-world.js';
import { AnswerPrompt } from './answer-prompt.js';
import { TenantComplianceService } from '../tenants/tenant-compliance.service.js';

describe('an upgrade and what the tenant has on file', () => {
  const upgrading = UpgradingWorld.forTests();
  const { sql, keep, publish, listed, tenant, install, open, offer } = upgrading;

  const HOST = { kind: 'user', userId: null, name: 'Host', email: 'host@x.example', roles: [] } as never;
  const AGREEMENT = { reference: 'MSA-7', until: new Date('2100-01-01T00:00:00Z') };
  const of = async (id: string) =>
    (
      await sql<{ tenant_id: string; digest: string; outcome: Outcome; reasons: string[]; remind_at: Date | null }>(
        `select i.tenant_id, p.digest, p.outcome, p.reasons, p.remind_at from installs.installs i join installs.upgrade_prompts p on p.install_id = i.id
         where i.id = $1 and p.state = 'open'`,
        [id],
      )
    )[0]!;
  const write = async (
    tenantId: string,
    change: Partial<Parameters<TenantComplianceService['set']>[1]>,
  ): Promise<void> => {
    const nothing = { baa: null, residency: null, regulated: false, revision: 0 };
    await upgrading.app.get(TenantComplianceService).set(tenantId, { ...nothing, ...change }, HOST);
    await upgrading.world.work();
  };
  const accept = async (id: string) => {
    const { tenant_id, digest } = await of(id);
    const actor = { ...operatorOf(tenant_id, upgrading.ada.userId), recentlyAuthenticated: true };
    return upgrading.app.get(AnswerPrompt).accept(id, { digest, permissions: ['venture.read'] }, actor);
  };

  it('is unblocked by an agreement, with a request and reminders to operators, and blocked again without it', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const [mine, other] = [
      await install(driveId, revisionId, 'harmless', 4900),
      await install(driveId, revisionId, 'harmless', 4900),
    ];
    const next = await offer({ driveId, slug, revisionId }, { ...V1, version: '2.0.0', baa: true });
    expect(await of(mine)).toMatchObject({ outcome: 'blocked', reasons: ['baa_required'], remind_at: null });
    const { tenant_id } = await of(mine);
    await write(tenant_id, { baa: AGREEMENT });
    expect(await of(mine)).toMatchObject({
      outcome: 'consent',
      reasons: ['compliance'],
      remind_at: expect.any(Date) as Date,
    });
    expect(await of(other)).toMatchObject({ outcome: 'blocked' });
    await write(tenant_id, { revision: 1 });
    expect(await of(mine)).toMatchObject({ outcome: 'blocked', remind_at: null });
    await expect(accept(mine)).rejects.toMatchObject({ code: 'baa_required' });
    await write(tenant_id, { baa: AGREEMENT, revision: 2 });
    await accept(mine);
    const [row] = await sql(`select revision_id from installs.installs where id = $1`, [mine]);
    expect(row).toEqual({ revision_id: next });
    await expect(accept(other)).rejects.toMatchObject({ code: 'baa_required' });
  });

  it('is refused when the agreement ended between the offer and the answer', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, null, 4900, 'active', 'agreement');
    await offer({ driveId, slug, revisionId }, { ...V1, version: '2.0.0', baa: true });
    expect(await of(id)).toMatchObject({ outcome: 'consent' });
    await upgrading.app.byOwner(`update installs.tenant_compliance set baa_until = now() where tenant_id = $1`, [
      (await of(id)).tenant_id,
    ]);
    await expect(accept(id)).rejects.toMatchObject({ code: 'baa_required' });
  });

  describe('that was declined and is reconsidered', () => {
    const actorOf = (tenantId: string) => operatorOf(tenantId, upgrading.ada.userId);
    const again = (id: string, tenantId: string) => upgrading.app.get(AnswerPrompt).reconsider(id, actorOf(tenantId));
    /** An install whose operator keeps 1.0.0 while 2.0.0, which needs an agreement, is offered. */
    async function declined() {
      const { driveId, slug, revisionId } = await listed(V1);
      const id = await install(driveId, revisionId, null, 4900, 'active', 'agreement');
      const next = await offer({ driveId, slug, revisionId }, { ...V1, version: '2.0.0', baa: true });
      const { tenant_id: tenantId } = await of(id);
      await upgrading.app.get(AnswerPrompt).decline(id, actorOf(tenantId));
      return { driveId, slug, next, id, tenantId };
    }

    it('is decided by what is on file now, reminded of from now on, and can be accepted', async () => {
      const { id, tenantId } = await declined();
      await write(tenantId, { revision: 1 });
      await again(id, tenantId);
      expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['baa_required'], remind_at: null });
      await write(tenantId, { baa: AGREEMENT, revision: 2 });
      expect((await of(id)).remind_at!.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000);
      await accept(id);
      expect(await sql('select version from installs.installs where id = $1', [id])).toEqual([{ version: '2.0.0' }]);
      await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
    });

    it('is opened once, by its own tenant, and not once a newer version is offered', async () => {
      const { driveId, slug, next, id, tenantId } = await declined();
      await expect(again(id, (await tenant(null)).tenantId)).rejects.toMatchObject({ code: 'install_not_found' });
      const both = await Promise.allSettled([again(id, tenantId), again(id, tenantId)]);
      expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
      await upgrading.app.get(AnswerPrompt).decline(id, actorOf(tenantId));
      const newer = await keep(driveId, slug, { ...V1, version: '2.1.0', baa: true });
      await publish(driveId, newer, next);
      await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
      await open(driveId, newer);
      await expect(again(id, tenantId)).rejects.toMatchObject({ code: 'no_upgrade' });
      expect((await of(id)).outcome).toBe('consent');
    });
  });

  it('never happens by itself once it was blocked, however harmless it is', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, 'harmless', 4900, 'active', 'elsewhere');
    await offer({ driveId, slug, revisionId }, { ...V1, version: '1.1.0', docs: 'second' });
    expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['residency_missing'] });
    const { tenant_id } = await of(id);
    // Between the change and the new decision nothing is accepted.
    await upgrading.app.byOwner(`update installs.tenant_compliance set residency = 'eu' where tenant_id = $1`, [
      tenant_id,
    ]);
    const prove = () =>
      upgrading.app.get(EvidenceService).add({
        actor: { ...(HOST as object), userId: randomUUID() } as never,
        driveId,
        claim: 'residency:eu',
        validUntil: new Date(Date.now() + 30 * 86_400_000),
        fileName: 'hosting.pdf',
        mediaType: 'application/pdf',
        content: Buffer.from('%PDF-1.7\n% hosting\n<</Type/Page>>\n%%EOF\n'),
      });
    const reviewed = async () => {
      await upgrading.world.reviewer('ruth');
      const [row] = await sql<{ id: string; userId: string }>(
        `select e.id, u.id as "userId" from listings.evidence e, identity.users u where e.drive_id = $1 and u.email = 'ruth@staff.example'`,
        [driveId],
      );
      const ruth = { ...(HOST as object), userId: row!.userId } as never;
      const until = new Date(Date.now() + 86_400_000);
      await upgrading.app.get(EvidenceService).decide(ruth, row!.id, { until });
    };
    await expect(accept(id)).rejects.toMatchObject({
      code: 'claims_unproven',
      details: [{ message: 'Not accepted by reviewers: Keeps data in eu' }],
    });
    await write(tenant_id, { residency: 'eu', revision: 1 });
    expect(await of(id)).toMatchObject({ outcome: 'blocked', reasons: ['claims_unproven'] });
    await prove();
    await upgrading.world.work();
    await expect(accept(id)).rejects.toMatchObject({ code: 'claims_unproven' });
    await reviewed();
    await expect(accept(id)).rejects.toMatchObject({ code: 'upgrade_in_assessment' });
    await upgrading.world.work();
    expect(await of(id)).toMatchObject({ outcome: 'consent', reasons: ['asked_first'] });
    await accept(id);
  });

  it('is refused to the second of two who change what is on file concurrently, who sees both values', async () => {
    const { tenantId } = await tenant(null);
    const both = await Promise.allSettled([write(tenantId, { residency: 'eu' }), write(tenantId, { residency: 'us' })]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const [won, lost] = both[0]!.status === 'fulfilled' ? ['eu', 'us'] : ['us', 'eu'];
    await expect(write(tenantId, { residency: lost! })).rejects.toMatchObject({
      code: 'compliance_changed',
      details: [
        { message: `Now: no agreement, data in ${won}, not regulated.` },
        { message: `You wanted: no agreement, data in ${lost}, not regulated.` },
      ],
    });
    await expect(write(tenantId, { baa: { ...AGREEMENT, until: new Date() }, revision: 1 })).rejects.toMatchObject({
      code: 'agreement_end_invalid',
    });
    await expect(write(randomUUID(), {})).rejects.toMatchObject({ code: 'unknown_tenant' });
  });

  it('offered at the moment of the change is decided by what is on file afterwards', async () => {
    const { driveId, slug, revisionId } = await listed(V1);
    const id = await install(driveId, revisionId, null, 4900);
    const next = await keep(driveId, slug, { ...V1, version: '2.0.0', baa: true });
    await publish(driveId, next, revisionId);
    const [row] = await sql<{ tenant_id: string }>(`select tenant_id from installs.installs where id = $1`, [id]);
    await Promise.all([
      open(driveId, next),
      upgrading.app
        .get(TenantComplianceService)
        .set(row!.tenant_id, { baa: AGREEMENT, residency: null, regulated: false, revision: 0 }, HOST),
    ]);
    await upgrading.world.work();
    expect(await of(id)).toMatchObject({ outcome: 'consent' });
  });
});
