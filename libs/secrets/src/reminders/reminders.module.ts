import { Module } from '@nestjs/common';
import { KeysModule } from '../keys/keys.module.js';
import { RemindOverlapsJob } from './remind-overlaps.job.js';
import { RemindOverlaps } from './remind-overlaps.js';

/** Reminds authors before an old key ends. */
@Module({ imports: [KeysModule], providers: [RemindOverlaps], exports: [RemindOverlaps] })
export class RemindersModule {}

@Module({ imports: [RemindersModule], providers: [RemindOverlapsJob] })
export class RemindersWorkerModule {}
