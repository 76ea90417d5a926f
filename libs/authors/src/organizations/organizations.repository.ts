import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Tx } from '@portal/platform/database';
import type { AccountState, AccountStatus } from '../offboarding/domain/account-state.js';
import type { SignatureInput } from '../agreements/sign-agreement.js';
import { AgreementVersionEntity } from '../agreements/agreement.entity.js';
import { DeveloperAccountEntity, OrganizationEntity, OrganizationMemberEntity } from './organization.entity.js';

interface Signature extends Omit<SignatureInput, 'actor'> {
  orgId: string;
  signedBy: string;
}

/** A version of the agreement; later ones have a greater ordinal. */
interface AgreementName {
  version: string;
  ordinal: number;
  digest: string;
}

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly ids: Ids) {}

  async add(tx: Tx, org: { name: string; country: string; website: string }, founderId: string): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(OrganizationEntity, { id, ...org });
    await tx.manager.insert(OrganizationMemberEntity, { orgId: id, userId: founderId });
    return id;
  }

  /** Until an account exists, the data of the newest approved or open application is that of the organisation. */
  async describe(tx: Tx, id: string, org: { name: string; country: string; website: string }): Promise<void> {
    await tx.query(
      `update authors.organizations o set name = $2, country = $3, website = $4
       where o.id = $1 and not exists (select 1 from authors.developer_accounts a where a.org_id = o.id)`,
      [id, org.name, org.country, org.website],
    );
  }

  /** How the account of an organisation ended; undefined while it is open or if there never was one. */
  async ended(tx: Tx, orgId: string): Promise<{ endedAt: Date; byStaff: boolean } | undefined> {
    const [row] = await tx.query<{ ended_at: Date; by_staff: boolean }>(
      `select coalesce(d.ended_at, a.updated_at) as ended_at, coalesce(d.by_staff, true) as by_staff from authors.developer_accounts a
       left join authors.offboardings d on d.org_id = a.org_id and d.ended_at is not null
       where a.org_id = $1 and a.state = 'terminated'`,
      [orgId],
    );
    return row && { endedAt: row.ended_at, byStaff: row.by_staff };
  }

  /** Checked first, so that no other refusal reveals the case; the database refuses the row too (db/decisions.sql). */
  async assertStranger(tx: Tx, orgId: string, userId: string): Promise<void> {
    await tx.query('select authors.assert_stranger(array[$1::uuid], $2)', [orgId, userId]);
  }

  async openAccount(tx: Tx, orgId: string): Promise<void> {
    await tx.query('insert into authors.developer_accounts (org_id) values ($1) on conflict do nothing', [orgId]);
  }

  /** Locks the account; undefined when there is none. */
  lockStatus(tx: Tx, orgId: string): Promise<AccountStatus | undefined> {
    return this.status(tx, orgId, 'update');
  }

  async status(tx: Tx, orgId: string, lock: 'share' | 'update' = 'share'): Promise<AccountStatus | undefined> {
    const [row] = await tx.query<{ state: AccountState }>(
      `select state from authors.developer_accounts where org_id = $1 for ${lock}`,
      [orgId],
    );
    return row && { state: row.state, ...(await this.agreement(tx, orgId)) };
  }

  /** The version in force; undefined before the first. */
  async currentAgreement(tx: Tx): Promise<AgreementName | undefined> {
    const [row] = await tx.query<AgreementName>(
      'select version, ordinal, digest from authors.agreement_versions where effective_at <= $1 order by ordinal desc limit 1',
      [tx.now],
    );
    return row;
  }

  /** Undefined for an unknown version. */
  async agreementNamed(tx: Tx, version: string): Promise<AgreementName | undefined> {
    const select = { version: true, ordinal: true, digest: true } as const;
    return (await tx.manager.findOne(AgreementVersionEntity, { select, where: { version } })) ?? undefined;
  }

  /** False when this version is already signed. */
  sign(tx: Tx, signature: Signature): Promise<boolean> {
    return tx.matched(
      `insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name, ip, user_agent)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict on constraint agreement_signatures_once do nothing returning id`,
      [
        this.ids.next(),
        signature.orgId,
        signature.version,
        signature.digest,
        signature.signedBy,
        signature.signedName,
        signature.ip,
        signature.userAgent?.slice(0, 300) ?? null,
      ],
    );
  }

  async activate(tx: Tx, orgId: string): Promise<void> {
    await tx.manager.update(
      DeveloperAccountEntity,
      { orgId, state: 'pending_agreement' },
      { state: 'active', activatedAt: tx.now, updatedAt: tx.now },
    );
  }

  private async agreement(tx: Tx, orgId: string): Promise<Omit<AccountStatus, 'state'>> {
    const [row] = await tx.query<{
      in_force: boolean;
      sign_until: Date | null;
      signed: boolean;
      leaving: boolean;
    }>(
      `select v.version is not null as in_force, v.sign_until,
         exists (select 1 from authors.agreement_signatures s where s.org_id = $1 and s.version = v.version) as signed,
         exists (select 1 from authors.offboardings d where d.org_id = $1 and d.withdrawn_at is null) as leaving
       from (select) one left join authors.agreement_versions v on v.effective_at <= $2 order by v.ordinal desc nulls last limit 1`,
      [orgId, tx.now],
    );
    return {
      agreementInForce: row?.in_force ?? false,
      currentSigned: row?.signed ?? false,
      signUntil: row?.sign_until ?? null,
      leaving: row?.leaving ?? false,
    };
  }
}
