export { ScheduledJob } from './scheduled-job.js';
export { DriveBreaker, FAILURES_TO_OPEN } from './drive-breaker.js';
export { QUEUE_SCHEMA } from './queue-schema.js';
export { ThreadPool } from './thread-pool.js';
export { ThreadError } from './thread-error.js';
export type { ThreadWork } from './thread-work.js';
export type { Schedule } from './schedule.js';
export { StartWork } from './start-work.js';
export type { WorkRunner } from './work-runner.js';
