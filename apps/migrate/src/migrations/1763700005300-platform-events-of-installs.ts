import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what happened to one install: billing takes it in as it happened, also when it is told in another order. */
export class PlatformEventsOfInstalls1763700005300 implements MigrationInterface {
  name = 'PlatformEventsOfInstalls1763700005300';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create index outbox_events_of_install on platform.outbox_events ((payload->>'install_id'), seq)
      where type in ('install.activated', 'install.upgraded', 'install.ended')`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index platform.outbox_events_of_install`);
  }
}
