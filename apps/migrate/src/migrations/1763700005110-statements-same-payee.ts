import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is paid as the same legal person as an author has no say about that author's applications and Drives. Accounts at
 * the processor are never shared here (`payout_accounts.provider_account_id` is unique) and it keeps bank details to
 * itself; whom it pays, we know by the tax profile. Libs below statements learn of it by the refusal alone.
 */
export class StatementsSamePayee1763700005110 implements MigrationInterface {
  name = 'StatementsSamePayee1763700005110';

  async up(q: QueryRunner): Promise<void> {
    // Every version counts: whoever was the payee once is no stranger. Short entries say "none" in some way.
    await q.query(`create function statements.payee_ids(org uuid) returns setof text language sql stable as $$
      select distinct p.country || ':' || ids.id from statements.tax_profiles p
        cross join lateral (select regexp_replace(upper(given), '[^A-Z0-9]', '', 'g') as id from unnest(array[p.tax_id, p.vat_id]) given) ids
        where p.org_id = org and length(ids.id) >= 5 $$`);
    await q.query(`create function statements.assert_other_payee(org uuid, person uuid) returns void language plpgsql as $$
      begin
        if exists (select from authors.organization_members m where m.user_id = person and m.org_id <> org
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')
            and exists (select from statements.payee_ids(m.org_id) theirs join statements.payee_ids(org) its on its = theirs)) then
          raise exception 'a reviewer has no say about who is paid as an own organisation is' using errcode = '23514', constraint = 'reviewer_is_other_payee';
        end if;
      end $$`);
    await q.query(`create function statements.reviewer_is_other_payee() returns trigger language plpgsql as $$
      begin
        perform statements.assert_other_payee(new.org_id, new.decided_by);
        return new;
      end $$`);
    for (const table of ['authors.applications', 'listings.submissions'])
      await q.query(`create trigger other_payee before update on ${table} for each row
        when (new.state <> old.state and new.state in ('changes_requested', 'approved', 'rejected'))
        execute function statements.reviewer_is_other_payee()`);
    await this.strangers(q, 'perform statements.assert_other_payee(org, person);');
  }

  async down(q: QueryRunner): Promise<void> {
    await this.strangers(q, '');
    for (const table of ['authors.applications', 'listings.submissions'])
      await q.query(`drop trigger other_payee on ${table}`);
    await q.query(`drop function statements.reviewer_is_other_payee()`);
    await q.query(`drop function statements.assert_other_payee(uuid, uuid)`);
    await q.query(`drop function statements.payee_ids(uuid)`);
  }

  /** Judgements and exceptions ask this one. */
  private async strangers(q: QueryRunner, also: string): Promise<void> {
    await q.query(`create or replace function listings.assert_stranger(org uuid, person uuid) returns void language plpgsql as $$
      begin
        if exists (select 1 from authors.organization_members m where m.org_id = org and m.user_id = person
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer has no say about an own organisation' using errcode = '23514', constraint = 'submissions_reviewer_is_stranger';
        end if;
        ${also}
      end $$`);
  }
}
