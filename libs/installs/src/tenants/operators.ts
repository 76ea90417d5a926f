import { Injectable } from '@nestjs/common';
import { Identity } from '@portal/identity';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { installsErrors } from '../errors.js';
import type { TenantOperatorView, TenantView } from '../install/read/installs.view.js';

/** Who operates a tenant, for the host and for admins. */
@Injectable()
export class OperatorsQuery {
  constructor(
    private readonly database: Database,
    private readonly identity: Identity,
  ) {}

  /** @throws AppError `unknown_tenant` (404) */
  async tenant(tenantId: string): Promise<TenantView> {
    const [row] = await this.database.query<TenantView>(
      'select id, name, external_id from installs.tenants where id = $1',
      [tenantId],
    );
    if (!row) throw new AppError(installsErrors.unknown_tenant);
    return row;
  }

  /** By e-mail. @throws AppError `unknown_tenant` (404) */
  async list(tenantId: string, query: { limit: number; cursor?: string }): Promise<Page<TenantOperatorView>> {
    const [email, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
    await this.tenant(tenantId);
    const people = await this.identity.holders('operator', tenantId, {
      limit: query.limit + 1,
      after: email === undefined || id === undefined ? null : [String(email), String(id)],
    });
    return toPage(
      people,
      query.limit,
      (person) => [person.email, person.id],
      ({ since, secondFactor, ...person }) => ({
        id: person.id,
        email: person.email,
        name: person.name,
        since: since.toISOString(),
        second_factor: secondFactor,
        disabled: person.disabled,
      }),
    );
  }
}
