import { Module } from '@nestjs/common';
import { scheduledJob } from '@portal/platform/jobs';
import { KeysModule } from '../keys/keys.module.js';
import { RemindOverlaps } from './remind-overlaps.js';

/** Reminds authors before an old key ends. */
@Module({ imports: [KeysModule], providers: [RemindOverlaps], exports: [RemindOverlaps] })
export class RemindersModule {}

@Module({ imports: [RemindersModule], providers: [scheduledJob('secrets.remind-overlaps', RemindOverlaps)] })
export class RemindersWorkerModule {}
