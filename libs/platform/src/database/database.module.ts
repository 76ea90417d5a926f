import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Ids, Random, SystemIds, SystemRandom } from '@portal/kernel';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';
import { PortalClock } from './portal-clock.js';
import { Transactor } from './transactor.js';

@Global()
@Module({
  providers: [
    Transactor,
    Database,
    PortalClock,
    { provide: Clock, useExisting: PortalClock },
    { provide: Ids, useFactory: () => new SystemIds() },
    { provide: Random, useFactory: () => new SystemRandom() },
  ],
  exports: [Transactor, Database, PortalClock, Clock, Ids, Random],
})
export class DatabaseModule implements OnApplicationShutdown {
  /** @param role what a statement may do that no scope was set for */
  static as(role: string): DynamicModule {
    const source = {
      provide: DataSource,
      inject: [Config],
      useFactory: (config: Config) =>
        createDataSource({
          url: config.databaseUrl,
          pool: config.databasePool,
          waitMs: config.databaseWaitMs,
          applicationName: 'drive-portal',
          role,
        }).initialize(),
    };
    return { module: DatabaseModule, providers: [source], exports: [DataSource] };
  }

  constructor(private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
