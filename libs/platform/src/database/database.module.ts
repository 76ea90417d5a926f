import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Ids, Random, SystemIds, SystemRandom } from '@portal/kernel';
import { DataSource } from 'typeorm';
import { Config } from '../config/config.js';
import { APP_ROLE, createDataSource } from './data-source.js';
import { Database } from './database.js';
import { PortalClock } from './portal-clock.js';
import { Transactor } from './transactor.js';

@Global()
@Module({
  providers: [
    {
      provide: DataSource,
      inject: [Config],
      useFactory: (config: Config) =>
        createDataSource({
          url: config.databaseUrl,
          pool: config.databasePool,
          applicationName: 'drive-portal',
          role: APP_ROLE,
        }).initialize(),
    },
    Transactor,
    Database,
    PortalClock,
    { provide: Clock, useExisting: PortalClock },
    { provide: Ids, useFactory: () => new SystemIds() },
    { provide: Random, useFactory: () => new SystemRandom() },
  ],
  exports: [DataSource, Transactor, Database, PortalClock, Clock, Ids, Random],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}
