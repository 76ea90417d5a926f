import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecretsInit1763700000300 implements MigrationInterface {
  name = 'SecretsInit1763700000300';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema if not exists secrets`);
    // A range over uuid lets an exclusion constraint compare owners without an extension.
    await q.query(`create type secrets.uuid_range as range (subtype = uuid)`);
    // Whoever changes the keys of an owner locks its ring, also when there is no key yet.
    await q.query(`create table secrets.key_rings (
      scope text not null check (scope in ('drive', 'tenant', 'fleet')),
      owner_id uuid not null,
      created_at timestamptz not null default platform.portal_now(),
      primary key (scope, owner_id))`);
    await q.query(`create table secrets.signing_keys (
      id uuid primary key,
      scope text not null,
      owner_id uuid not null,
      version int not null check (version > 0),
      sealed text not null check (sealed like 'v1.%'),
      fingerprint text not null check (fingerprint ~ '^[0-9a-f]{8}$'),
      not_before timestamptz not null,
      not_after timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      adopted_at timestamptz,
      created_at timestamptz not null default platform.portal_now(),
      constraint signing_keys_ring foreign key (scope, owner_id) references secrets.key_rings,
      constraint signing_keys_version unique (scope, owner_id, version),
      constraint signing_keys_life check (not_after >= not_before and revoked_at >= not_before))`);
    await q.query(`create function secrets.validity(not_before timestamptz, not_after timestamptz, revoked_at timestamptz)
      returns tstzrange language sql immutable as
      $$ select tstzrange(not_before, least(not_after, revoked_at)) $$`);
    // Odd and even versions are two places, and each place holds one valid key at a time: so at most two are valid at once.
    await q.query(`alter table secrets.signing_keys add constraint signing_keys_at_most_two exclude using gist (
      int4range(version % 2, version % 2, '[]') with =,
      (case scope when 'drive' then int4range(1, 1, '[]') when 'tenant' then int4range(2, 2, '[]') else int4range(3, 3, '[]') end) with =,
      secrets.uuid_range(owner_id, owner_id, '[]') with =,
      secrets.validity(not_before, not_after, revoked_at) with &&)`);
    // A key's end only moves forward in time towards the present, never back: an ended key stays ended.
    await q.query(`create function secrets.keep_key() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          raise exception 'a signing key is never removed' using errcode = '42501';
        end if;
        if (new.id, new.scope, new.owner_id, new.version, new.fingerprint, new.not_before, new.created_at)
            is distinct from (old.id, old.scope, old.owner_id, old.version, old.fingerprint, old.not_before, old.created_at)
          or new.not_after > old.not_after or (old.not_after is not null and new.not_after is null)
          or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
          or (old.adopted_at is not null and new.adopted_at is distinct from old.adopted_at) then
          raise exception 'a signing key cannot be changed or live longer' using errcode = '23514', constraint = 'signing_keys_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger keep_key before update or delete on secrets.signing_keys for each row execute function secrets.keep_key()`,
    );
    // Last timestamp (Unix ms, wall clock) under which a key signed; apart from the key, so that calls do not wait for rotations.
    await q.query(`create table secrets.signing_clocks (
      key_id uuid primary key references secrets.signing_keys,
      last_ms bigint not null default 0) with (fillfactor = 50)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema secrets cascade`);
  }
}
