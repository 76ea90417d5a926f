import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { getMetadataArgsStorage } from 'typeorm';
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
  /** @param role role of statements without a scope */
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
        // Every entity that the process has loaded: what writes rows of a table imports its entity.
        entities: getMetadataArgsStorage().tables.map(({ target }) => target),
        // `waitForPostgres` has waited for the database. If it is lost again during the start, the process ends and is
        // restarted.
        toRetry: () => false,
      }),
      dataSourceFactory: (options) => Promise.resolve(sourceOf(options!, role)),
    });
    return { module: DatabaseModule, imports: [source] };
  }
}
