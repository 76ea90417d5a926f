import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock, Ids, Random, SystemIds, SystemRandom } from '@portal/kernel';
import { Config } from '../config/config.js';
import { dataSourceOptions, sourceOf } from './data-source.js';
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
export class DatabaseModule {
  /** @param role what a statement may do that no scope was set for */
  static as(role: string): DynamicModule {
    const source = TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: (config: Config) => ({
        ...dataSourceOptions({
          url: config.databaseUrl,
          pool: config.databasePool,
          waitMs: config.databaseWaitMs,
          standstillMs: config.workerLeaseMs,
          applicationName: 'drive-portal',
          role,
        }),
        autoLoadEntities: true,
        // The database was waited for before (`waitForPostgres`). A start that loses it now ends: whoever runs it starts it again.
        toRetry: () => false,
      }),
      dataSourceFactory: (options) => Promise.resolve(sourceOf(options!, role)),
    });
    return { module: DatabaseModule, imports: [source] };
  }
}
