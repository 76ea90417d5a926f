import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AGREEMENT_SUMMARY, AGREEMENT_TEXT, AGREEMENT_VERSION } from '../texts/developer-agreement-1.js';

const OPEN = `('draft', 'submitted', 'in_review', 'changes_requested')`;

export class AuthorsInit1763700000600 implements MigrationInterface {
  name = 'AuthorsInit1763700000600';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists authors`);
    await q.query(`create table authors.organizations (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 160),
      country text not null check (country ~ '^[A-Z]{2}$' or country = ''),
      website text not null,
      created_at timestamptz not null default platform.portal_now())`);
    // Kept after somebody leaves: a reviewer may not decide on an organisation of theirs, also not of last spring.
    await q.query(`create table authors.organization_members (
      org_id uuid not null references authors.organizations,
      user_id uuid not null,
      joined_at timestamptz not null default platform.portal_now(),
      left_at timestamptz check (left_at >= joined_at),
      primary key (org_id, user_id, joined_at))`);
    await q.query(`create index organization_members_user on authors.organization_members (user_id)`);

    await q.query(`create table authors.developer_accounts (
      org_id uuid primary key references authors.organizations,
      state text not null default 'pending_agreement' check (state in ('pending_agreement', 'active', 'suspended', 'terminated')),
      created_at timestamptz not null default platform.portal_now(),
      activated_at timestamptz,
      updated_at timestamptz not null default platform.portal_now(),
      check (state = 'pending_agreement' or activated_at is not null or state = 'terminated'))`);

    await q.query(`create table authors.applications (
      id uuid primary key,
      org_id uuid not null references authors.organizations,
      applicant_id uuid not null,
      state text not null default 'draft' check (state in ('draft', 'submitted', 'in_review', 'changes_requested', 'approved', 'rejected', 'withdrawn')),
      company_name text not null,
      country text not null,
      website text not null,
      drive_name text not null,
      drive_slug text not null,
      description text not null,
      security_contact text not null,
      created_at timestamptz not null default platform.portal_now(),
      updated_at timestamptz not null default platform.portal_now(),
      submitted_at timestamptz,
      opened_by uuid,
      decided_by uuid,
      constraint applications_submitted check (state in ('draft', 'withdrawn') or submitted_at is not null),
      constraint applications_decided check (state not in ('approved', 'rejected', 'changes_requested') or decided_by is not null),
      constraint applications_slug_form check (drive_slug = '' or (char_length(drive_slug) <= 63 and drive_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')))`);
    await q.query(`create unique index applications_one_open on authors.applications (org_id) where state in ${OPEN}`);
    // A slug is held from submission on; an application that comes to nothing gives it back.
    await q.query(
      `create unique index applications_slug_held on authors.applications (drive_slug) where state in ('submitted', 'in_review', 'changes_requested')`,
    );
    await q.query(
      `create index applications_queue on authors.applications (submitted_at, id) where state in ('submitted', 'in_review')`,
    );
    await q.query(`create index applications_org on authors.applications (org_id, created_at desc)`);

    await q.query(`create function authors.application_moves() returns trigger language plpgsql as $$
      begin
        if new.state = old.state then return new; end if;
        if (old.state, new.state) not in (
          ('draft', 'submitted'), ('draft', 'withdrawn'),
          ('submitted', 'in_review'), ('submitted', 'withdrawn'),
          ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
          ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn')) then
          raise exception 'an application cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'applications_transition';
        end if;
        if new.state in ('approved', 'rejected', 'changes_requested') and exists (
          select 1 from authors.organization_members m where m.org_id = new.org_id and m.user_id = new.decided_by
            and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')) then
          raise exception 'a reviewer cannot decide on an own organisation' using errcode = '23514', constraint = 'applications_reviewer_is_stranger';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger moves before update on authors.applications for each row execute function authors.application_moves()`,
    );

    await q.query(`create table authors.application_steps (
      id uuid primary key,
      application_id uuid not null references authors.applications,
      action text not null check (action in ('created', 'submitted', 'opened', 'changes_requested', 'approved', 'rejected', 'withdrawn')),
      actor_id uuid not null,
      actor_name text not null,
      reason_code text,
      text text,
      at timestamptz not null default platform.portal_now(),
      check (action not in ('changes_requested', 'approved', 'rejected') or reason_code is not null))`);
    await q.query(`create index application_steps_of on authors.application_steps (application_id, at, id)`);
    await q.query(
      `create trigger append_only before update or delete or truncate on authors.application_steps for each statement execute function platform.refuse_change()`,
    );

    await q.query(`create table authors.drive_reservations (
      id uuid primary key,
      org_id uuid not null references authors.organizations,
      application_id uuid not null unique references authors.applications,
      slug text not null unique check (char_length(slug) <= 63 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      name text not null,
      created_at timestamptz not null default platform.portal_now())`);
    await q.query(`create index drive_reservations_org on authors.drive_reservations (org_id, created_at)`);
    await q.query(`create function authors.keep_slug() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' or new.slug <> old.slug or new.id <> old.id or new.org_id <> old.org_id then
          raise exception 'a reserved Drive id is permanent' using errcode = '42501';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger permanent before update or delete on authors.drive_reservations for each row execute function authors.keep_slug()`,
    );

    await q.query(`create table authors.agreement_versions (
      version text primary key,
      ordinal int not null unique,
      text text not null,
      digest text not null,
      summary jsonb not null check (jsonb_typeof(summary) = 'array'),
      effective_at timestamptz not null,
      sign_until timestamptz,
      unique (version, digest),
      constraint agreement_versions_digest check (digest = encode(sha256(convert_to(text, 'UTF8')), 'hex')))`);
    await q.query(`create table authors.agreement_signatures (
      id uuid primary key,
      org_id uuid not null references authors.organizations,
      version text not null,
      digest text not null,
      signed_by uuid not null,
      signed_name text not null check (char_length(signed_name) between 2 and 160),
      signed_at timestamptz not null default clock_timestamp(),
      ip text,
      user_agent text,
      constraint agreement_signatures_once unique (org_id, version),
      constraint agreement_signatures_text foreign key (version, digest) references authors.agreement_versions (version, digest))`);
    for (const table of ['agreement_versions', 'agreement_signatures']) {
      await q.query(
        `create trigger append_only before update or delete or truncate on authors.${table} for each statement execute function platform.refuse_change()`,
      );
    }
    await q.query(
      `insert into authors.agreement_versions (version, ordinal, text, digest, summary, effective_at) values ($1, 1, $2, $3, $4, '2026-11-01T00:00:00Z')`,
      [
        AGREEMENT_VERSION,
        AGREEMENT_TEXT,
        createHash('sha256').update(AGREEMENT_TEXT, 'utf8').digest('hex'),
        JSON.stringify(AGREEMENT_SUMMARY),
      ],
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema authors cascade`);
  }
}
