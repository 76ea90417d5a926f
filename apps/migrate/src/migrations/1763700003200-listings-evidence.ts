import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that authors give as evidence of what their manifests claim about regulated data. */
export class ListingsEvidence1763700003200 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // `domain/compliance-claims.ts` says the same, with words.
    await q.query(`create function listings.compliance_claims(manifest jsonb) returns setof text language sql immutable as $$
      with c as (select manifest->'compliance' as block where jsonb_typeof(manifest->'compliance') = 'object')
      select left('framework:' || f, 200) from c, jsonb_array_elements_text(c.block->'frameworks') f
      union select left('residency:' || f, 200) from c, jsonb_array_elements_text(c.block->'dataResidency') f
      union select 'baa' from c where c.block->'baaRequired' = 'true'
      union select 'encryption_at_rest' from c where c.block->>'encryptionAtRest' is not null
      union select 'encryption_in_transit' from c where c.block->>'encryptionInTransit' is not null $$`);
    await q.query(`create table listings.evidence (
      id uuid primary key,
      drive_id uuid not null references listings.listings,
      claim text not null check (char_length(claim) between 1 and 200),
      file_name text not null check (char_length(file_name) between 1 and 200),
      media_type text not null check (media_type in ('application/pdf', 'image/png', 'image/jpeg')),
      size_bytes int not null check (size_bytes between 1 and 5242880),
      sha256 text not null,
      content bytea not null,
      valid_until timestamptz not null,
      uploaded_by uuid not null,
      uploaded_by_name text not null,
      uploaded_at timestamptz not null default platform.portal_now(),
      ended_how text check (ended_how in ('replaced', 'withdrawn')),
      ended_by uuid,
      ended_by_name text,
      ended_at timestamptz,
      constraint evidence_end check (valid_until > uploaded_at and valid_until <= uploaded_at + interval '1100 days'),
      constraint evidence_is_what_it_says check (octet_length(content) = size_bytes and sha256 = encode(sha256(content), 'hex')),
      check ((ended_how is null) = (ended_by is null) and (ended_how is null) = (ended_by_name is null) and (ended_how is null) = (ended_at is null)))`);
    // The files are compressed already.
    await q.query(`alter table listings.evidence alter column content set storage external`);
    await q.query(`create unique index evidence_current on listings.evidence (drive_id, claim) where ended_at is null`);
    await q.query(`create index evidence_of on listings.evidence (drive_id, uploaded_at)`);
    await q.query(`create index evidence_due on listings.evidence (valid_until) where ended_at is null`);
    await q.query(`create function listings.keep_evidence() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'evidence is never removed' using errcode = '42501';
        end if;
        if old.ended_at is not null
            or (new.id, new.drive_id, new.claim, new.file_name, new.media_type, new.size_bytes, new.sha256, new.content, new.valid_until, new.uploaded_by, new.uploaded_by_name, new.uploaded_at)
              is distinct from (old.id, old.drive_id, old.claim, old.file_name, old.media_type, old.size_bytes, old.sha256, old.content, old.valid_until, old.uploaded_by, old.uploaded_by_name, old.uploaded_at) then
          raise exception 'of evidence only its end is written later, once' using errcode = '42501';
        end if;
        return new;
      end $$`);
    await q.query(`create trigger kept before update or delete on listings.evidence
      for each row execute function listings.keep_evidence()`);
    await q.query(`create table listings.evidence_notices (
      evidence_id uuid not null references listings.evidence,
      kind text not null check (kind in ('30_days', '7_days', 'expired')),
      noticed_at timestamptz not null,
      primary key (evidence_id, kind))`);
    await q.query(`create trigger append_only before update or delete or truncate on listings.evidence_notices
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.evidence_notices, listings.evidence`);
    await q.query(`drop function listings.keep_evidence()`);
    await q.query(`drop function listings.compliance_claims(jsonb)`);
  }
}
