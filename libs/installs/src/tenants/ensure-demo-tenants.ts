import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { Ids } from '@portal/kernel';
import { Transactor, takeLock } from '@portal/platform/database';
import { InstallsRepository } from '../install/installs.repository.js';
import { HostOperatorsRepository } from './host/host-operators.repository.js';
import { TenantEntity, VentureEntity } from '../install/install.entity.js';

const OPERATOR = 'operator@demo.local';
const TENANTS = [
  { name: 'Northwind Studio', externalId: 'demo-northwind', ventures: ['Northwind Journal', 'Northwind Shop'] },
  { name: 'Harbor Clinic', externalId: 'demo-harbor', ventures: ['Harbor Patients', 'Harbor Research'] },
];

/** Two tenants with ventures for the demo operator; harmless to repeat. */
@Injectable()
export class EnsureDemoTenants {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly identity: Identity,
    private readonly hostOperators: HostOperatorsRepository,
    private readonly ids: Ids,
  ) {}

  async execute(): Promise<void> {
    const operator = await this.identity.findUserByEmail(OPERATOR);
    if (!operator) return;
    await this.transactor.run(async (tx) => {
      // Several api processes may start at once.
      await takeLock(tx, 'installs.demo_tenants');
      for (const { name, externalId, ventures } of TENANTS) {
        const known = await tx.manager.findOneBy(TenantEntity, { externalId });
        const tenant = known ?? { id: this.ids.next(), name, externalId };
        if (!known) await this.repository.insertOnce(tx, TenantEntity, tenant);
        for (const venture of ventures) {
          const ventureId = venture.toLowerCase().replaceAll(' ', '-');
          const place = { tenantId: tenant.id, externalId: ventureId };
          if (await this.repository.venture(tx, place)) continue;
          await this.repository.insertOnce(tx, VentureEntity, { id: this.ids.next(), name: venture, ...place });
        }
        const invited = { tenantId: tenant.id, email: operator.email };
        const invitation = await this.hostOperators.insert(tx, invited);
        if (invitation === undefined) continue;
        await this.hostOperators.answer(tx, invitation, operator.id);
        await this.identity.grantRole(tx, { userId: operator.id, role: 'operator', scopeId: tenant.id });
      }
    });
  }
}
