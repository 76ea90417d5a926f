import type { ModuleMetadata } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PlatformModule } from '@portal/platform';
import { testConfig } from '../config.js';
import { OwnDatabase } from './database.js';

/** The platform and what is added to it, without HTTP, on a database of its own. */
export class ModuleWorld extends OwnDatabase {
  module!: TestingModule;

  constructor(private readonly added: ModuleMetadata = {}) {
    super();
  }

  override async begin(): Promise<void> {
    await super.begin();
    const imports = [PlatformModule.forRoot(testConfig(this.url), 'test'), ...(this.added.imports ?? [])];
    this.module = await Test.createTestingModule({ ...this.added, imports }).compile();
  }

  protected override async cleanUp(): Promise<void> {
    await this.module.close();
    await super.cleanUp();
  }
}
