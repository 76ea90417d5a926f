import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An author reads the installs of a Drive page by page, also those that are over. */
export class InstallsOfDrive1763700005842 implements MigrationInterface {
  name = 'InstallsOfDrive1763700005842';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create index installs_of_drive on installs.installs (drive_id, id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index installs.installs_of_drive`);
  }
}
