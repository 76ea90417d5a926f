import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import { BillingModelChanged } from '@portal/listings';
import type { EventOf } from './scenario.js';
import { ventureName } from './names.js';
import { providerId } from './provider-id.js';
import type { Relay } from './relay.js';
import { shareForNow } from './shares.js';
import type { Stage } from './stage.js';

/** Applies events of installs, their prices and ends, and billing models, by the events from which billing learns of them. */
export class InstallEvents {
  private readonly billedBy = new Map<string, 'platform' | 'author'>();

  constructor(
    private readonly stage: Stage,
    private readonly relay: Relay,
  ) {}

  async install(event: EventOf<'install'>): Promise<void> {
    if (event.basis_points === undefined) return this.activate(event);
    // A share of this install only: the Drive has it while the engine reads it.
    const end = await shareForNow(this.stage.owner, this.stage.names, {
      drive: event.drive,
      basis_points: event.basis_points,
      at: event.at,
    });
    await this.activate(event);
    await this.relay.drain();
    await end();
  }

  private async activate(event: EventOf<'install'>): Promise<void> {
    const drive = this.stage.scenario.drives.get(event.drive)!;
    const free = event.price === 0n || (this.billedBy.get(event.drive) ?? drive.billing) === 'author';
    await this.stage.emit(InstallActivated, {
      install_id: this.stage.names.id('install', event.install),
      tenant_id: this.stage.names.id('tenant', event.tenant),
      venture_id: this.stage.names.id(
        'venture',
        event.venture === undefined ? event.tenant : ventureName(event.tenant, event.venture),
      ),
      drive_id: this.stage.names.id('drive', event.drive),
      org_id: drive.author === undefined ? null : this.stage.names.id('author', drive.author),
      price_id: free ? null : this.priceId(event.install, event.at.toISOString()),
      amount_minor: free ? '0' : event.price.toString(),
      currency: event.currency ?? this.stage.scenario.currency,
      ...(event.trial_days === undefined ? {} : { trial_days: event.trial_days }),
      activated_at: event.at.toISOString(),
    });
  }

  async changePlan(event: EventOf<'change_plan'>): Promise<void> {
    await this.stage.emit(InstallUpgraded, {
      install_id: this.stage.names.id('install', event.install),
      revision_id: this.priceId(event.install, event.plan ?? ''),
      price_id: event.price === 0n ? null : this.priceId(event.install, event.at.toISOString()),
      amount_minor: event.price.toString(),
      currency: event.currency ?? this.currencyOfInstall(event.install),
      upgraded_at: event.at.toISOString(),
    });
  }

  async uninstall(event: EventOf<'uninstall'>): Promise<void> {
    await this.stage.emit(InstallEnded, {
      install_id: this.stage.names.id('install', event.install),
      ended_at: event.at.toISOString(),
    });
  }

  async switchBilling({ drive, billing, at }: EventOf<'billing'>): Promise<void> {
    this.billedBy.set(drive, billing);
    await this.stage.emit(BillingModelChanged, {
      drive_id: this.stage.names.id('drive', drive),
      model: billing === 'author' ? 'author_billing' : 'platform',
      effective_from: at.toISOString(),
    });
  }

  private currencyOfInstall(install: string): string {
    const made = this.stage.scenario.events.find((e) => e.type === 'install' && e.install === install);
    return (made as EventOf<'install'> | undefined)?.currency ?? this.stage.scenario.currency;
  }

  /** The id of a price row; prices are created before the engine starts. */
  private priceId(...of: string[]): string {
    const hex = providerId('x', ...of).slice(2);
    return `08000000-0000-7000-8000-${hex.slice(0, 12)}`;
  }
}
