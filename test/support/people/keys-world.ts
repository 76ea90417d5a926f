import { Test, type TestingModule } from '@nestjs/testing';
import { SystemIds } from '@portal/kernel';
import { PlatformModule } from '@portal/platform';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import {
  DriveCaller,
  KeyScopes,
  SecretsCoreModule,
  SigningKeys,
  TenantKeys,
  type DriveAnswer,
  type DriveCall,
  type IssuedKey,
  type KeyOwner,
  type RotateInput,
} from '@portal/secrets';
import type { Type } from '@nestjs/common';
import { Client } from 'pg';
import { testConfig } from '../config.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { SmallDrive } from '../drives/small-drive.js';
import { World } from '../world.js';

/** The keys of Drives on a database of their own, in one or more processes. */
export class KeysWorld extends World {
  readonly ids = new SystemIds();
  /** A Drive that can be called at `origin`. */
  readonly drive = new SmallDrive();
  origin = '';
  private readonly modules: TestingModule[] = [];

  database!: TestDatabase;

  constructor(private readonly more: Type[] = []) {
    super();
  }

  async begin(): Promise<void> {
    this.database = await createTestDatabase();
    await this.process();
    this.origin = await this.drive.start();
  }

  /** A further process: its own pool, its own memory. */
  async process(environment: NodeJS.ProcessEnv = {}): Promise<TestingModule> {
    const module = await Test.createTestingModule({
      imports: [
        PlatformModule.forRoot(testConfig(this.database.url, environment), 'test'),
        SecretsCoreModule,
        ...this.more,
      ],
    }).compile();
    this.modules.push(module);
    return module;
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.modules[0]!.get<T>(token, { strict: false });
  }
  get db(): Database {
    return this.get(Database);
  }
  get keys(): SigningKeys {
    return this.get(SigningKeys);
  }
  get tenants(): TenantKeys {
    return this.get(TenantKeys);
  }
  get transactor(): Transactor {
    return this.get(Transactor);
  }

  issue(owner: KeyOwner): Promise<IssuedKey> {
    return this.transactor.run((tx) => this.keys.issue(tx, { ...owner, actor: SYSTEM_ACTOR }));
  }

  rotate(owner: KeyOwner, how: Partial<Pick<RotateInput, 'mode' | 'force'>> = {}): Promise<IssuedKey> {
    return this.transactor.run((tx) =>
      this.keys.rotate(tx, { mode: 'overlap', reason: 'a test of rotation', ...how, ...owner, actor: SYSTEM_ACTOR }),
    );
  }

  async end(owner: KeyOwner, version: number): Promise<void> {
    const keyId = (await this.keys.list(owner)).find((key) => key.version === version)?.keyId ?? this.ids.next();
    return this.transactor.run((tx) =>
      this.keys.end(tx, { ...owner, keyId, actor: SYSTEM_ACTOR, reason: 'a test of an early end' }),
    );
  }

  scope(driveId: string, scope: 'drive' | 'tenant'): Promise<void> {
    return this.transactor.run((tx) => this.get(KeyScopes).choose(tx, { driveId, scope, actor: SYSTEM_ACTOR }));
  }

  /** To the fleet's key, of a first-party Drive, or away from it; as the owner of the tables, who needs no second person. */
  async fleet(driveId: string, signs: 'fleet' | 'drive' = 'fleet'): Promise<void> {
    const owner = new Client({ connectionString: this.database.url });
    await owner.connect();
    if (signs === 'fleet')
      await owner.query(
        `insert into listings.commercial_changes (kind, drive_id, model, valid_from) values ('billing_model', $1, 'first_party', now())`,
        [driveId],
      );
    await owner.query(
      `insert into secrets.drive_signing (drive_id, scope, previous) values ($1, $2, 'drive') on conflict (drive_id)
       do update set previous = drive_signing.scope, scope = excluded.scope, changed_at = platform.portal_now()`,
      [driveId, signs],
    );
    await owner.end();
  }

  call(call: Partial<DriveCall> & Pick<DriveCall, 'driveId' | 'origin'>): Promise<DriveAnswer> {
    return this.get(DriveCaller).call({ path: '/api/platform/metrics', method: 'GET', ...call });
  }

  /** Business time advances. */
  async advance(ms: number): Promise<void> {
    await this.db.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
  }

  protected async cleanUp(): Promise<void> {
    await this.drive.stop();
    for (const module of this.modules) await module.close();
    await this.database.drop();
  }
}
