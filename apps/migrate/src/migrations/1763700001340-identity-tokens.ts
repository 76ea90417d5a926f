import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IdentityTokens1763700001340 implements MigrationInterface {
  name = 'IdentityTokens1763700001340';

  async up(q: QueryRunner): Promise<void> {
    // A person's token can do what the person may; that of an organisation or a host service stands for itself and
    // outlives the place of whoever made it. Tokens made before could write.
    await q.query(`alter table identity.api_tokens
      add column owner text not null default 'person' check (owner in ('person', 'organization', 'host')),
      add column org_id uuid,
      add column access text not null default 'write' check (access in ('read', 'write')),
      add constraint api_tokens_owner check ((owner = 'organization') = (org_id is not null))`);
    await q.query(`alter table identity.api_tokens alter column owner drop default, alter column access drop default`);
    await q.query(`create index api_tokens_org on identity.api_tokens (org_id, created_at) where org_id is not null`);
    await q.query(`create index api_tokens_host on identity.api_tokens (created_at) where owner = 'host'`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index identity.api_tokens_host, identity.api_tokens_org`);
    await q.query(`alter table identity.api_tokens drop constraint api_tokens_owner,
      drop column access, drop column org_id, drop column owner`);
  }
}
