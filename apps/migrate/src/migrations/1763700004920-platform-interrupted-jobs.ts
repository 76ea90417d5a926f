import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worker a recurring job runs on: when that worker is gone, the job was interrupted. */
export class PlatformInterruptedJobs1763700004920 implements MigrationInterface {
  name = 'PlatformInterruptedJobs1763700004920';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table platform.job_schedules add column worker_no int`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table platform.job_schedules drop column worker_no`);
  }
}
