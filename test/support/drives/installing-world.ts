import { BillingModule } from '@portal/billing';
import { DemoPersons } from '@portal/identity';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import { createSandbox, type Sandbox } from '../../../apps/stripe-sandbox/src/sandbox.js';
import { EnsureDemoTenants } from '../../../libs/installs/src/tenants/ensure-demo-tenants.js';
import type { InstallView, PluginView, VentureView } from '../../../libs/installs/src/install/read/installs.view.js';
import { createEmptyDatabase, type TestDatabase } from '../database/database.js';
import type { Answer, TestApp } from '../http/http-app.js';
import { ListingsWorld, type OwnedDrive } from './listings.js';
import { World } from '../world.js';

/**
 * A listed Drive, tenants with ventures and an operator, and the payment sandbox: everything for installs and their
 * bills.
 */
export class InstallingWorld extends World {
  /** Session of the operator. */
  operator = '';
  drive!: OwnedDrive;
  ventures: VentureView[] = [];

  listings!: ListingsWorld;
  sandbox!: Sandbox;
  private sandboxDatabase!: TestDatabase;

  /** @param modules besides installs, billing and the gateway. */
  constructor(
    private readonly slug: string,
    private readonly modules: readonly (new () => unknown)[] = [],
  ) {
    super();
  }

  async begin(): Promise<void> {
    this.sandboxDatabase = await createEmptyDatabase();
    this.sandbox = await createSandbox({ databaseUrl: this.sandboxDatabase.url });
    this.listings = await ListingsWorld.start({ STRIPE_API_BASE: this.sandbox.url }, [
      InstallsModule,
      InstallsWorkerModule,
      StripeGatewayModule,
      BillingModule,
      ...this.modules,
    ]);
    const { app } = this.listings;
    await app.get(DemoPersons).ensure();
    await app.get(EnsureDemoTenants).execute();
    this.operator = await app.demo('operator');
    const author = await this.listings.author('ada');
    this.drive = await this.listings.reserve(author, this.slug);
    const { manifestUrl } = await this.listings.drive(this.drive, { drive: { version: '1.0.0' } });
    await this.listings.publish(author.cookie, this.drive.driveId, manifestUrl);
    this.ventures = (await this.call<{ items: VentureView[] }>(this.operator, 'GET', '/operator/ventures')).data.items;
  }

  /** Of the processor's own database. */
  get sandboxUrl(): string {
    return this.sandboxDatabase.url;
  }

  call<T = Record<string, unknown>>(...request: Parameters<TestApp['ask']>): Promise<Answer<T>> {
    return this.listings.app.ask<T>(...request);
  }

  async plugin(): Promise<PluginView> {
    return (await this.call<PluginView>(this.operator, 'GET', `/operator/plugins/${this.drive.slug}`)).data;
  }

  async install(venture: VentureView): Promise<Answer<InstallView>> {
    const { digest, permissions } = await this.plugin();
    return this.call<InstallView>(this.operator, 'POST', '/operator/installs', {
      venture_id: venture.id,
      drive_id: this.drive.driveId,
      digest,
      permissions: permissions.map((one) => one.name),
      config: { brand_name: 'Acme', tone: 'plain' },
    });
  }

  async view(id: string): Promise<InstallView> {
    return (await this.call<InstallView>(this.operator, 'GET', `/operator/installs/${id}`)).data;
  }

  saveCard(tenantId: string, card: string): Promise<Answer<Record<string, unknown>>> {
    const url = `/operator/tenants/${tenantId}/payment-method`;
    return this.call(this.operator, 'POST', url, { payment_method: card });
  }

  protected async cleanUp(): Promise<void> {
    await this.listings.close();
    await this.sandbox.close();
    await this.sandboxDatabase.drop();
  }
}
