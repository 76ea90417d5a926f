import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { getMetadataArgsStorage } from 'typeorm';
import { Clock, Ids, Random, SystemIds, SystemRandom } from '@portal/kernel';
import { Config } from '../config/config.js';
import { isAway } from '../process/wait-until-up.js';
import { dataSourceOptions, sourceOf } from './connection/data-source.js';
import { Database } from './database.js';
import { PortalClock } from './clock/portal-clock.js';
import { Transactor } from './transactor.js';

const RETRY_MS = 1_000;

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
        // `waitForPostgres` has waited for the database, which may be lost again.
        retryAttempts: Math.ceil(config.startWaitMs / RETRY_MS),
        retryDelay: RETRY_MS,
        toRetry: isAway,
      }),
      dataSourceFactory: (options) => Promise.resolve(sourceOf(options!, role)),
    });
    return { module: DatabaseModule, imports: [source] };
  }
}
