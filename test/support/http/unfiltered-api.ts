import { Injectable, Module, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import type { Observable } from 'rxjs';
import type { PortalRequest, RoleGrant } from '@portal/platform/access';
import { createHttpApp } from '@portal/platform/http';
import { ApiModule } from '../../../apps/api/src/api.module.js';
import { testConfig } from '../config.js';

/** An API in which the application's own filter is gone. */
interface UnfilteredApi {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The API of the product over `databaseUrl`, with one fault: behind the guards, everybody is taken
 * for an owner of each of these organizations and an operator of each of these tenants, these before their own. Every
 * filter of the application (`scopeIds`, `organizationOf`, `AuthorizedDrives`) lets them through; only the database
 * remains.
 */
export async function startUnfilteredApi(
  databaseUrl: string,
  owners: { readonly organizations: readonly string[]; readonly tenants: readonly string[] },
  environment: NodeJS.ProcessEnv,
): Promise<UnfilteredApi> {
  const everything: RoleGrant[] = [
    ...owners.organizations.map((scopeId): RoleGrant => ({ role: 'author', scopeId, member: 'owner' })),
    ...owners.tenants.map((scopeId): RoleGrant => ({ role: 'operator', scopeId })),
  ];

  @Injectable()
  class TakeForEverybody implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const request = context.switchToHttp().getRequest<PortalRequest>();
      if (request.actor) request.actor = { ...request.actor, roles: [...everything, ...request.actor.roles] };
      return next.handle();
    }
  }
  @Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: TakeForEverybody }] })
  class Fault {}
  class Faulty {}

  const config = testConfig(databaseUrl, environment);
  const app = await createHttpApp({
    module: Faulty,
    imports: [ApiModule.forRoot(config), Fault],
  } as Parameters<typeof createHttpApp>[0]);
  await app.listen(0, '127.0.0.1');
  return { url: await app.getUrl(), close: () => app.close() };
}
