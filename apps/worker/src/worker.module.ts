import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuthorsCoreModule } from '@portal/authors';
import { PlatformModule } from '@portal/platform';
import type { Config } from '@portal/platform/config';
import { BackgroundWork } from './background-work.js';
import { FEATURES } from './features.js';

/** The background process: every feature's event processors and scheduled jobs, no routes. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(config, 'worker'), AuthorsCoreModule, DiscoveryModule, ...FEATURES],
      providers: [BackgroundWork],
    };
  }
}
