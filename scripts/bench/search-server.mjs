// The whole api, for its public catalogue (routing, access rule, validation, envelope, ETag, headers, log), on a free port
// that it tells its parent.
import 'reflect-metadata';
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { inRoot } from '../lib/root.mjs';

const require = createRequire(import.meta.url);
const platform = require(inRoot('dist/libs/platform/src/index.js'));
const { ApiModule } = require(inRoot('dist/apps/api/src/api.module.js'));
process.on('disconnect', () => process.exit(0));

const config = platform.Config.fromEnv({
  PORTAL_MODE: 'sandbox',
  DATABASE_URL: process.env.DATABASE_URL,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: 'whsec_only_for_the_bench',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
  KEYRING: `bench:${crypto.randomBytes(32).toString('base64')}`,
  LOG_LEVEL: 'info',
});
const app = await platform.createHttpApp(ApiModule.forRoot(config));
await app.listen(0, '127.0.0.1');
process.send(app.getHttpServer().address().port);
