import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EndFactorRemoval } from './end-factor-removal.js';
import { FactorRemovalEntity } from './factor-removal.entity.js';
import { FactorRemovalsRepository } from './factor-removals.repository.js';
import { OwnFactorRemoval } from './own-factor-removal.js';
import { RemovalNotice } from './removal-notice.js';

/** Stored removals and how they end, as the second factor itself needs them. */
@Module({
  imports: [TypeOrmModule.forFeature([FactorRemovalEntity]), NotificationsModule],
  providers: [EndFactorRemoval, FactorRemovalsRepository, OwnFactorRemoval, RemovalNotice],
  exports: [EndFactorRemoval, FactorRemovalsRepository, OwnFactorRemoval, RemovalNotice],
})
export class FactorRemovalsModule {}
