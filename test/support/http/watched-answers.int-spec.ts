import { Controller, Get, Global, Module, Res } from '@nestjs/common';
import { Authenticator, Public } from '@portal/platform/access';
import { RawBody } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { TestApp } from './http-app.js';

/** Routes that docs/openapi.json describes, answering something else. */
@Public()
@Controller('api')
class OtherwiseController {
  @Get('v1/sandbox') sandbox(): object {
    return { anything: true };
  }
  @Get('v1/notifications/unread') @RawBody() async page(@Res() reply: FastifyReply): Promise<void> {
    await reply.header('x-count', '3').type('text/html').send('<p>3</p>');
  }
  @Get('nowhere') nowhere(): object {
    return { anything: true };
  }
}
class Nobody extends Authenticator {
  authenticate(): Promise<null> {
    return Promise.resolve(null);
  }
}
@Global()
@Module({
  controllers: [OtherwiseController],
  providers: [{ provide: Authenticator, useClass: Nobody }],
  exports: [Authenticator],
})
class OtherwiseModule {}

describe('an application under test', () => {
  it('fails when it is closed with an answer that the API description does not contain', async () => {
    const app = await TestApp.start([OtherwiseModule]);
    for (const url of ['/api/v1/sandbox', '/api/v1/notifications/unread', '/api/nowhere'])
      expect((await app.call({ method: 'GET', url })).status).toBe(200);
    const said = await app.close().then(
      () => [],
      (error: Error) => error.message.split('\n').slice(1),
    );
    expect(said).toEqual(
      expect.arrayContaining([
        'Sandbox_show 200: #/data/anything is not described',
        'Notifications_unread 200: header x-count is not described',
        'Notifications_unread 200: content type text/html is not described',
      ]),
    );
    expect(said.filter((line) => line.includes('nowhere'))).toEqual([]);
  });
});
