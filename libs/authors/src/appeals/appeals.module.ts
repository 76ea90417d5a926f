import { Module } from '@nestjs/common';
import { AppealsRepository } from './appeals.repository.js';

/** What was appealed; applications ask for it. */
@Module({ providers: [AppealsRepository], exports: [AppealsRepository] })
export class AppealsModule {}
