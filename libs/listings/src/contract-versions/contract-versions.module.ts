import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnnounceSunset } from './announce-sunset.js';
import { ContractVersionEntity } from './contract-version.entity.js';
import { AdminContractVersionsController, PublicContractVersionsController } from './contract-versions.controllers.js';
import { ContractVersions } from './contract-versions.js';

/** Which versions of the contract there are. */
@Module({
  imports: [TypeOrmModule.forFeature([ContractVersionEntity])],
  providers: [ContractVersions],
  exports: [ContractVersions],
})
export class ContractVersionsModule {}

/** The same for authors and admins. */
@Module({
  imports: [ContractVersionsModule],
  controllers: [AdminContractVersionsController, PublicContractVersionsController],
  providers: [AnnounceSunset],
})
export class ContractVersionsHttpModule {}
