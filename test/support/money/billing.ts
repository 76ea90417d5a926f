import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PlatformModule } from '@portal/platform';
import type { Actor } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { Client } from 'pg';
import { BillingModule, BillingWorkerModule } from '../../../libs/billing/src/billing.module.js';
import { CloseMonth } from '../../../libs/billing/src/invoicing/close-month.js';
import { RequestClose } from '../../../libs/billing/src/invoicing/request-close.js';
import { InstallNames } from '../../../libs/billing/src/segments/install-names.js';
import { OpenSegment, type ActivatedInstall } from '../../../libs/billing/src/segments/open-segment.js';
import { testConfig } from '../config.js';
import { createTestDatabase, type TestDatabase } from '../database/database.js';
import { approveAs, worksInFinance } from '../people/by-two.js';
import { World } from '../world.js';

/** The operator as the seller on documents, in a country that no tenant of a test is in. */
export const SELLER = { legal_name: 'Portal Inc', address: 'Bay St 1\nToronto', country: 'US', tax_id: null };

/** VAT is owed in the currency in which tests sell. */
export const VAT_IN_USD = { currency: 'usd', date: null, rates: {} };

export const FINANCE: Actor = {
  kind: 'user',
  userId: '0190a000-0000-7000-8000-0000000000f1',
  name: 'Fina Nance',
  roles: [{ role: 'finance', scopeId: null }],
};

export const SECOND: Actor = { ...FINANCE, userId: '0190a000-0000-7000-8000-0000000000f2', name: 'Second Person' };

/** Billing on a database of its own; tenants and Drives are named without their features. */
export class BillingFixture extends World {
  database!: TestDatabase;
  module!: TestingModule;
  /** Owner of the tables: may do what the application may not. */
  owner!: Client;

  /** @param more modules besides those of billing */
  constructor(
    private readonly environment: NodeJS.ProcessEnv = {},
    private readonly given?: TestDatabase,
    private readonly more: readonly DynamicModule[] = [],
  ) {
    super();
  }

  async begin(): Promise<void> {
    this.database = this.given ?? (await createTestDatabase());
    const platform = PlatformModule.forRoot(testConfig(this.database.url, this.environment), 'test');
    const imports = [platform, BillingModule, BillingWorkerModule, ...this.more];
    this.module = await Test.createTestingModule({ imports })
      .overrideProvider(InstallNames)
      .useValue({
        of: () => Promise.resolve({ tenantName: 'Acme', ventureName: 'Acme Shop', driveName: 'Notes' }),
        organization: () => Promise.resolve('Ada Inc'),
        tenant: (id: string) => Promise.resolve(id.startsWith('00000000') ? undefined : 'Acme'),
      })
      .compile();
    this.owner = new Client({ connectionString: this.database.url });
    await this.owner.connect();
    await worksInFinance(this.owner, FINANCE, SECOND);
  }

  get<T>(token: string | (abstract new (...args: never[]) => T)): T {
    return this.module.get<T>(token, { strict: false });
  }
  get db(): Database {
    return this.get(Database);
  }
  get transactor(): Transactor {
    return this.get(Transactor);
  }

  /** A paid install that became active; returns the emitted event. */
  async activate(install: Partial<ActivatedInstall> & { activatedAt: Date }): Promise<ActivatedInstall> {
    const whole: ActivatedInstall = {
      eventId: randomUUID(),
      installId: randomUUID(),
      tenantId: randomUUID(),
      ventureId: randomUUID(),
      driveId: randomUUID(),
      orgId: randomUUID(),
      priceId: randomUUID(),
      amountMinor: 4900n,
      currency: 'usd',
      ...install,
    };
    await this.get(OpenSegment).execute(whole);
    return whole;
  }

  /** Moves business time forward. */
  async advance(ms: number): Promise<void> {
    await this.owner.query('update platform.test_clock set offset_ms = offset_ms + $1', [ms]);
  }

  /** Closes a month that is over, by two people if it bills so much. */
  async closeMonth(month: string): Promise<void> {
    const { approval_id: waits } = await this.get(RequestClose).execute(FINANCE, month);
    if (waits !== null) await approveAs(this, this.owner, SECOND, waits);
    await this.get(CloseMonth).execute(month);
  }

  async events(type: string): Promise<Record<string, string>[]> {
    const { rows } = await this.owner.query<{ payload: Record<string, string> }>(
      'select payload from platform.outbox_events where type = $1 order by seq',
      [type],
    );
    return rows.map((row) => row.payload);
  }

  protected async cleanUp(): Promise<void> {
    await this.owner.end();
    await this.module.close();
    await this.database.drop();
  }
}
