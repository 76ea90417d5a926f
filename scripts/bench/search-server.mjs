// The public catalogue as the api serves it (routing, access rule, validation, envelope, ETag, headers, log), on a free
// port that it tells its parent.
import 'reflect-metadata';
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';

const require = createRequire(import.meta.url);
const { Module } = require('@nestjs/common');
const platform = require(inRoot('dist/libs/platform/src/index.js'));
const listings = (file) => require(inRoot('dist/libs/listings/src', file));
process.on('disconnect', () => process.exit(0));

class Nobody {
  async authenticate() {
    return null;
  }
}
class AccessModule {}
Module({ providers: [{ provide: platform.Authenticator, useClass: Nobody }], exports: [platform.Authenticator] })(
  AccessModule,
);
const config = platform.Config.fromEnv({
  PORTAL_MODE: 'sandbox',
  DATABASE_URL: process.env.DATABASE_URL,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_only_for_the_bench',
  KEYRING: `bench:${crypto.randomBytes(32).toString('base64')}`,
  LOG_LEVEL: 'info',
});
class BenchModule {}
Module({
  imports: [
    platform.PlatformModule.forRoot(config, 'bench'),
    AccessModule,
    { module: platform.PlatformHttpModule, imports: [AccessModule] },
  ],
  controllers: [listings('http/public.controller.js').PublicController],
  providers: [
    listings('read/catalogue.js').Catalogue,
    listings('read/prices.js').Prices,
    listings('read/conformance-history.js').ConformanceHistory,
    listings('read/review-statistics.js').ReviewStatistics,
  ],
})(BenchModule);
const app = await platform.createHttpApp(BenchModule);
await app.listen(0, '127.0.0.1');
process.send(app.getHttpServer().address().port);
