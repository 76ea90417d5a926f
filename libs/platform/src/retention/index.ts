export { defineRetention, deletionSql, retentionRules } from './define-retention.js';
export { PurgeOld } from './purge-old.js';
