import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EndFactorRemoval } from './end-factor-removal.js';
import { FactorRemovalEntity } from './factor-removal.entity.js';
import { FactorRemovalsRepository } from './factor-removals.repository.js';
import { OwnFactorRemoval } from './own-factor-removal.js';
import { RemovalNotice } from './removal-notice.js';

/** Removals as they are kept, and their end: what the second factor itself needs. */
@Module({
  imports: [TypeOrmModule.forFeature([FactorRemovalEntity]), NotificationsModule],
  providers: [EndFactorRemoval, FactorRemovalsRepository, OwnFactorRemoval, RemovalNotice],
  exports: [EndFactorRemoval, FactorRemovalsRepository, OwnFactorRemoval, RemovalNotice],
})
export class FactorRemovalsModule {}
