import { Controller, Get, Global, Module, Post } from '@nestjs/common';
import { Authenticator, Public, BypassRowSecurity } from '@portal/platform/access';
import { Database, Transactor } from '@portal/platform/database';
import { TestApp } from '../support/http/http-app.js';

@Controller('api/v1/faults')
@Public()
class FaultsController {
  constructor(
    private readonly database: Database,
    private readonly transactor: Transactor,
  ) {}

  /** A table to which callers have no right. */
  @Get('read')
  read(): Promise<unknown> {
    return this.database.query('select * from platform.deliveries');
  }

  /** A table under a policy, and a row without an owner here. */
  @Post('write')
  write(): Promise<unknown> {
    return this.transactor.run((tx) =>
      tx.query(`insert into installs.tenants (id, name, external_id) values (gen_random_uuid(), 'Mallory', 'mallory')`),
    );
  }

  @Get('permitted')
  @BypassRowSecurity('a test')
  permitted(): Promise<unknown> {
    return this.database.query('select count(*) from platform.deliveries');
  }
}

class Nobody extends Authenticator {
  authenticate(): Promise<null> {
    return Promise.resolve(null);
  }
}

@Global()
@Module({
  controllers: [FaultsController],
  providers: [{ provide: Authenticator, useClass: Nobody }],
  exports: [Authenticator],
})
class FaultsModule {}

describe('a right that the database denies', () => {
  it.each([
    ['reading without a grant', 'GET', 'read'],
    ['writing against a policy', 'POST', 'write'],
  ] as const)('%s is a server error that does not tell about the row', async (_name, method, name) => {
    const app = await TestApp.start([FaultsModule]);
    const url = `/api/v1/faults/${name}`;
    const answer = await app.call({ method, url });
    expect([answer.status, answer.error]).toEqual([500, 'internal']);
    expect(answer.body).not.toMatch(/permission|policy|platform\.|installs\./);
    await expect(app.close()).rejects.toThrow(`the database denied a right to ${method} ${url}`);
  });

  it('fails the test in which it happens, and no other', async () => {
    const app = await TestApp.start([FaultsModule]);
    expect((await app.call({ method: 'GET', url: '/api/v1/faults/permitted' })).status).toBe(200);
    await app.close();
  });
});
