import { randomUUID } from 'node:crypto';
import { readManifest } from '@portal/contract';
import { DemoPersons } from '@portal/identity';
import { InstallRequested, InstallsModule, InstallsWorkerModule } from '@portal/installs';
import { Transactor } from '@portal/platform/database';
import { InstallsRepository } from '../../../libs/installs/src/install/installs.repository.js';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { insertLiveDrive } from '../database/inserted-drives.js';
import { insertVenture } from '../database/inserted-installs.js';
import { nowOperates } from '../people/operator.js';
import { ListingsWorld, type Author, type OwnedDrive } from './listings.js';
import { ScriptedDrive } from './scripted-drive.js';
import { World } from '../world.js';

/** A listed Drive with scripted answers, and an operator whose tenants want it. */
export class ScriptedWorld extends World {
  readonly drive = new ScriptedDrive();
  world!: ListingsWorld;
  author!: Author;
  owned!: OwnedDrive;
  /** Session of the operator. */
  operator = '';
  private operatorId = '';
  private revisionId = '';

  /** @param endpoints of its manifest, beside the seven */
  constructor(private readonly endpoints: Readonly<Record<string, string>> = {}) {
    super();
  }

  async begin(): Promise<void> {
    this.world = await ListingsWorld.start({}, [InstallsModule, InstallsWorkerModule]);
    const { world } = this;
    await world.app.get(DemoPersons).ensure();
    this.author = await world.author('ada');
    this.owned = await world.reserve(this.author, 'scripted');
    await this.drive.start();
    const manifest = { ...good.structured, endpoints: { ...good.structured.endpoints, ...this.endpoints } };
    this.revisionId = await insertLiveDrive(world.app, this.author.orgId, this.owned, {
      origin: this.drive.origin,
      manifest: readManifest(manifest as never).manifest,
    });
    this.operator = await world.app.signUp('op@tenants.example', 'Op');
    this.operatorId = await world.value(`select id from identity.users where email = 'op@tenants.example'`);
  }

  /** The id of an install in a tenant of its own: asked for, as the API does it, and the Drive not called yet. */
  wished = async (): Promise<string> => {
    const { app } = this.world;
    const { tenantId, ventureId } = await insertVenture(app, { tenant: 'Tenant', venture: 'Venture' });
    const id = randomUUID();
    await app.get(Transactor).run(async (tx) => {
      await nowOperates(tx, this.operatorId, tenantId);
      await app.get(InstallsRepository).insertInstall(tx, {
        id,
        tenantId,
        ventureId,
        driveId: this.owned.driveId,
        orgId: this.author.orgId,
        state: 'requested',
        revisionId: this.revisionId,
        digest: 'd'.repeat(64),
        version: '1.0.0',
        origin: this.drive.origin,
        permissions: [],
        config: {},
        priceId: null,
        amount: 0n,
        currency: null,
        trialDays: 0,
        operatorEmail: 'op@tenants.example',
      });
      await tx.emit(InstallRequested, { install_id: id });
    });
    return id;
  };

  protected async cleanUp(): Promise<void> {
    await this.drive.stop();
    await this.world.close();
  }
}
