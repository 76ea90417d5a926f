import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppealsRepository } from './appeals.repository.js';
import { ApplicationAppealEntity } from './appeal.entity.js';

/** What was appealed; applications ask for it. */
@Module({
  imports: [TypeOrmModule.forFeature([ApplicationAppealEntity])],
  providers: [AppealsRepository],
  exports: [AppealsRepository],
})
export class AppealsModule {}
