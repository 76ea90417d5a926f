import { Module } from '@nestjs/common';
import { RechecksRepository } from './rechecks.repository.js';
import { Rechecks } from './rechecks.js';

/** Re-checks of cases as rows. */
@Module({ providers: [Rechecks, RechecksRepository], exports: [Rechecks, RechecksRepository] })
export class RechecksModule {}
