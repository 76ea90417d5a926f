import type { MigrationInterface, QueryRunner } from 'typeorm';

const ID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * What a notification is about, so that those of one Drive, case or application are shown together: the page it leads to,
 * where that names one thing. Pages about many things (the account, all invoices) say nothing of that: such a
 * notification stands alone.
 */
export class IdentityNotifiedItems1763700005500 implements MigrationInterface {
  name = 'IdentityNotifiedItems1763700005500';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.notifications add column item text not null generated always as (
      case when path ~ '/${ID}' or path ~ '^/author/application($|[?])' then split_part(path, '?', 1) else id::text end) stored`);
    await q.query(`create index notifications_of_item on identity.notifications (user_id, item, id desc)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table identity.notifications drop column item`);
  }
}
