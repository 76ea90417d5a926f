import type { Type } from '@nestjs/common';
import { DemoPersons } from '@portal/identity';
import { InstallsModule, InstallsWorkerModule } from '@portal/installs';
import type { Database } from '@portal/platform/database';
import type { ReferenceDrive } from '../../../apps/reference-drive/src/drive.js';
import type { InstallView, PluginView, VentureView } from '../../../libs/installs/src/install/read/installs.view.js';
import { EnsureDemoTenants } from '../../../libs/installs/src/tenants/ensure-demo-tenants.js';
import type { Answer, TestApp } from '../http/http-app.js';
import { approveAsSecond } from '../people/staff-role.js';
import { ListingsWorld, type OwnedDrive } from './listings.js';
import { World } from '../world.js';
import { control } from './console.js';

interface Overlay {
  drive: { version: string; [key: string]: string };
  [key: string]: unknown;
}

interface FormField {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  minLength?: number;
}

/** A listed Drive that runs, the demo tenants with an operator, and an operator of another tenant: installs without bills. */
export class PluginsWorld extends World {
  operator = '';
  /** An operator of a tenant of their own. */
  stranger = '';
  admin = '';
  /** Of the Drive. */
  author = '';
  owned!: OwnedDrive;
  drive!: ReferenceDrive;
  ventures: VentureView[] = [];
  /** The Drive as the operator sees it; a test that changes it reads it again. */
  plugin!: PluginView;

  listings!: ListingsWorld;

  /** @param modules beside installs */
  constructor(
    private readonly slug: string,
    private readonly modules: readonly Type[] = [],
    /** What the Drive's manifest says instead of what its software says. */
    readonly overlay: Overlay = { drive: { version: '1.0.0' } },
  ) {
    super();
  }

  async begin(): Promise<void> {
    this.listings = await ListingsWorld.start({}, [...this.modules, InstallsModule, InstallsWorkerModule]);
    await this.app.get(DemoPersons).ensure();
    for (let i = 0; i < 2; i++) await this.app.get(EnsureDemoTenants).execute();
    [this.operator, this.admin] = [await this.app.demo('operator'), await this.app.demo('admin')];
    this.stranger = await this.operatorOf('Other');
    const ada = await this.listings.author('ada');
    this.author = ada.cookie;
    this.owned = await this.listings.reserve(ada, this.slug);
    this.drive = await this.listings.drive(this.owned, this.overlay);
    await this.publish();
    this.ventures = (await this.call<{ items: VentureView[] }>(this.operator, 'GET', '/operator/ventures')).data.items;
    this.plugin = await this.readPlugin();
  }

  /** Submits the manifest as it is now, and has it approved. */
  publish(): Promise<void> {
    return this.listings.publish(this.author, this.owned.driveId, this.drive.manifestUrl);
  }

  get app(): TestApp {
    return this.listings.app;
  }

  get db(): Database {
    return this.listings.db;
  }

  work(): Promise<void> {
    return this.listings.work();
  }

  protected cleanUp(): Promise<void> {
    return this.listings.close();
  }

  call<T = Record<string, unknown>>(...request: Parameters<TestApp['ask']>): Promise<Answer<T>> {
    return this.app.ask<T>(...request);
  }

  async readPlugin(): Promise<PluginView> {
    return (await this.call<PluginView>(this.operator, 'GET', `/operator/plugins/${this.owned.slug}`)).data;
  }

  /** Session of the only operator of a new tenant; both have this name. */
  async operatorOf(name: string): Promise<string> {
    const email = `${name.toLowerCase()}@operators.example`;
    const cookie = await this.app.signUp(email, name);
    const tenant = await this.call<{ id: string }>(this.admin, 'POST', '/host/tenants', {
      name,
      external_id: name.toLowerCase(),
    });
    const url = `/host/tenants/${tenant.data.id}/operators`;
    expect((await this.call(this.admin, 'POST', url, { email })).status).toBe(202);
    await approveAsSecond(this.app, 'operator_invitation', tenant.data.id);
    await this.app.operateInvited(cookie);
    return cookie;
  }

  /** A request to install the Drive that is granted as it is. */
  good(venture: number, change: object = {}): object {
    return {
      venture_id: this.ventures[venture]!.id,
      drive_id: this.owned.driveId,
      digest: this.plugin.digest,
      permissions: this.plugin.permissions.map(({ name }) => name),
      config: this.requiredConfig(),
      ...change,
    };
  }

  /** Values for whatever the reference Drive's form requires. */
  private requiredConfig(): Record<string, unknown> {
    const schema = this.plugin.config_schema as {
      required?: string[];
      properties?: Record<string, FormField>;
    } | null;
    return Object.fromEntries((schema?.required ?? []).map((name) => [name, valueOf(schema!.properties![name]!)]));
  }

  install(as: string, body: object): Promise<Answer<InstallView>> {
    return this.call<InstallView>(as, 'POST', '/operator/installs', body);
  }

  async view(id: string): Promise<InstallView> {
    return (await this.call<InstallView>(this.operator, 'GET', `/operator/installs/${id}`)).data;
  }

  /** An install that has become active. */
  async active(venture: number): Promise<InstallView> {
    const { data } = await this.install(this.operator, this.good(venture));
    await this.work();
    return this.view(data.id);
  }

  async end(id: string, venture: number): Promise<void> {
    const url = `/operator/installs/${id}/uninstall`;
    await this.call(this.operator, 'POST', url, { confirm: this.ventures[venture]!.name });
    await this.work();
  }

  /** Makes the Drive answer wrongly. */
  fault(body: object): Promise<Response> {
    return control(this.drive.url, 'fault', body);
  }
}

function valueOf({ type, enum: values, minimum, minLength }: FormField): unknown {
  if (values) return values[0];
  if (type === 'integer') return minimum ?? 1;
  return type === 'boolean' ? true : 'x'.repeat(Math.max(12, minLength ?? 0));
}
