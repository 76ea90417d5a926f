import { AsyncLocalStorage } from 'node:async_hooks';
import Fastify from 'fastify';
import { registerSending } from './send-together.js';

describe('answers of one turn of the event loop', () => {
  const server = () => {
    const fastify = Fastify();
    registerSending(fastify);
    return fastify;
  };

  it('are sent at its end, in their order', async () => {
    const fastify = server();
    const happened: string[] = [];
    fastify.get('/:name', (request, reply) => {
      const { name } = request.params as { name: string };
      happened.push(`answered ${name}`);
      reply.raw.on('finish', () => happened.push(`sent ${name}`));
      return reply.send({ name });
    });
    await fastify.ready();
    const bodies = await Promise.all(['a', 'b'].map(async (name) => (await fastify.inject(`/${name}`)).json<object>()));
    expect(bodies).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(happened).toEqual(['answered a', 'answered b', 'sent a', 'sent b']);
  });

  it('are all sent when one of them cannot be', async () => {
    const fastify = server();
    fastify.get('/bad', (_request, reply) => reply.header('x-bad', 'two\nlines').send({}));
    fastify.get('/good', () => ({ ok: true }));
    fastify.setErrorHandler((_error, _request, reply) => reply.removeHeader('x-bad').status(500).send({ ok: false }));
    await fastify.ready();
    const answers = await Promise.all(['/bad', '/good', '/bad'].map((url) => fastify.inject(url)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 200, 500]);
  });

  it('do not end in the context of another request', async () => {
    const caller = new AsyncLocalStorage<string>();
    const fastify = server();
    const ended: unknown[] = [];
    fastify.addHook('preHandler', (request, _reply, done) => caller.run(request.url, done));
    fastify.get('/:name', (_request, reply) => {
      reply.raw.on('finish', () => ended.push(caller.getStore()));
      return reply.send({});
    });
    await fastify.ready();
    await Promise.all(['/a', '/b'].map((url) => fastify.inject(url)));
    expect(ended).toEqual([undefined, undefined]);
  });
});
