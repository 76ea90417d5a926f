import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppealsRepository } from './appeals.repository.js';
import { ApplicationAppealEntity } from './appeal.entity.js';

/** Appeals, as the applications feature needs them. */
@Module({
  imports: [TypeOrmModule.forFeature([ApplicationAppealEntity])],
  providers: [AppealsRepository],
  exports: [AppealsRepository],
})
export class AppealsModule {}
