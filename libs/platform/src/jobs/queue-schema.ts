/** Schema of BullMQ's own tables on PostgreSQL; created by apps/migrate. */
export const QUEUE_SCHEMA = 'bullmq';
