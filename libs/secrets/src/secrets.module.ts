import { Module } from '@nestjs/common';
import { registerEntities } from '@portal/platform';
import { DriveCaller } from './drive-caller.js';
import { IssueKey } from './issue-key.js';
import { KeyCache } from './key-cache.js';
import { SigningKeyEntity } from './persistence/signing-key.entity.js';
import { SigningKeysRepository } from './persistence/signing-keys.repository.js';
import { ListKeys } from './read/list-keys.js';
import { RotateKey } from './rotate-key.js';
import { SigningKeys } from './signing-keys.js';

registerEntities(SigningKeyEntity);

@Module({
  providers: [SigningKeysRepository, IssueKey, RotateKey, ListKeys, KeyCache, SigningKeys, DriveCaller],
  exports: [SigningKeys, DriveCaller],
})
export class SecretsCoreModule {}

/** For the HTTP process. The routes for keys live in authors, which knows who owns a Drive. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsModule {}

/** For the worker. */
@Module({ imports: [SecretsCoreModule], exports: [SecretsCoreModule] })
export class SecretsWorkerModule {}
