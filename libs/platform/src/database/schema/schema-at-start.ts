import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import { ConfigError } from '../../config/variables.js';
import { LOGGER } from '../../logging/logger.js';
import { atStart, whileAway } from '../../process/wait-until-up.js';
import { SchemaVersion } from './schema-version.js';

const POLL_MS = 1_000;

/** Checks at start whether this release can work on the database. Until its schema is there, the api is not ready. */
@Injectable()
export class SchemaAtStart implements OnModuleInit {
  constructor(
    protected readonly schema: SchemaVersion,
    private readonly config: Config,
    @Inject(LOGGER) protected readonly log: Logger,
  ) {}

  /** @throws ConfigError when the database has removed what this release needs */
  async onModuleInit(): Promise<void> {
    const { state, sentence } = await this.compare();
    if (state === 'outdated') throw new ConfigError([sentence]);
    if (state === 'not_migrated') await this.behind(sentence);
  }

  protected compare(): ReturnType<SchemaVersion['compare']> {
    return whileAway('PostgreSQL', () => this.schema.compare(), atStart(this.config, this.log));
  }

  protected behind(sentence: string): Promise<void> {
    this.log.warn(`${sentence} Not ready until then.`);
    return Promise.resolve();
  }
}

/** The same for the worker, which starts no work until its schema is there. */
@Injectable()
export class SchemaBeforeWork extends SchemaAtStart {
  protected override async behind(sentence: string): Promise<void> {
    this.log.warn(`${sentence} Waiting for it.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    while ((await this.compare()).state === 'not_migrated')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await this.onModuleInit();
  }
}
