// One server for a bench on a free port that it reports to its parent: `product` is the whole api with two routes more,
// `fastify` the same answers with as little as possible around them. Asked for `cpu` or `busy`, it reports its use.
import 'reflect-metadata';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';
import { configuration, part } from './product.mjs';

const require = createRequire(import.meta.url);
const SQL = 'select id, slug, name, price_cents from platform.bench_drives where id = $1';
const PLANS = ['free', 'starter', 'standard', 'pro'];
const kind = process.argv[2];
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() });
  if (message === 'busy') process.send({ busy: performance.eventLoopUtilization().active });
});

async function fastify() {
  const { default: Fastify } = await import('fastify');
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  const wrap = (data) => ({ ok: true, data, meta: { version: 'v1', generated_at: new Date().toISOString() } });
  const app = Fastify();
  const body = {
    type: 'object',
    required: ['tenant_id', 'drive_id', 'plan'],
    properties: {
      tenant_id: { type: 'string', minLength: 3, maxLength: 64 },
      drive_id: { type: 'integer', minimum: 1 },
      plan: { enum: PLANS },
    },
  };
  app.get('/x', async () => wrap({ hello: 'world' }));
  app.post('/x', { schema: { body } }, async (request) =>
    wrap((await pool.query({ name: 'drive', text: SQL, values: [request.body.drive_id] })).rows[0]),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server.address().port;
}

async function product() {
  const { Controller, Get, HttpCode, Module, Post, Body } = require('@nestjs/common');
  const { IsIn, IsInt, IsString, Length, Min } = require('class-validator');
  const { Public } = require(inRoot('dist/libs/platform/src/access/index.js'));
  const { Database } = require(inRoot('dist/libs/platform/src/database/index.js'));
  const { createHttpApp } = require(inRoot('dist/libs/platform/src/http/index.js'));
  class Dto {}
  const field = (name, ...rules) => rules.forEach((rule) => rule(Dto.prototype, name));
  field('tenant_id', IsString(), Length(3, 64));
  field('drive_id', IsInt(), Min(1));
  field('plan', IsIn(PLANS));
  class BenchController {
    constructor(database) {
      this.database = database;
    }
    get() {
      return { hello: 'world' };
    }
    async post(dto) {
      return (await this.database.query(SQL, [dto.drive_id]))[0];
    }
  }
  const method = (name) => Object.getOwnPropertyDescriptor(BenchController.prototype, name);
  for (const [name, decorators] of Object.entries({
    get: [Get('x'), Public()],
    post: [Post('x'), HttpCode(200), Public()],
  })) {
    for (const decorate of decorators) decorate(BenchController.prototype, name, method(name));
  }
  Reflect.defineMetadata('design:paramtypes', [Dto], BenchController.prototype, 'post');
  Reflect.defineMetadata('design:paramtypes', [Database], BenchController);
  Body()(BenchController.prototype, 'post', 0);
  Controller()(BenchController);
  class BenchModule {}
  const config = configuration(process.env.DATABASE_URL, { LOG_LEVEL: 'info', ...JSON.parse(process.env.SETTINGS) });
  const api = part('apps/api/src/api.module', 'ApiModule').forRoot(config);
  Module({ imports: [api], controllers: [BenchController] })(BenchModule);
  const finishApi = part('apps/api/src/create-api', 'finishApi');
  const app = await finishApi(await createHttpApp(BenchModule));
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}

process.send({ port: await (kind === 'fastify' ? fastify() : product()) });
