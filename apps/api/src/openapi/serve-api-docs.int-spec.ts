import { readFileSync } from 'node:fs';
import path from 'node:path';
import { testConfig } from '../../../../test/support/config.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createApi } from '../create-api.js';

interface Document {
  paths: Record<string, object>;
}

const described = JSON.parse(
  readFileSync(path.resolve(__dirname, '../../../../docs/openapi.json'), 'utf8'),
) as Document;

describe('GET /api/openapi.json', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function served(environment: NodeJS.ProcessEnv): Promise<Document> {
    const app = await createApi(testConfig(database.url, environment));
    try {
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      const { body, statusCode } = await app.inject({ method: 'GET', url: '/api/openapi.json' });
      expect(statusCode).toBe(200);
      return JSON.parse(body) as Document;
    } finally {
      await app.close();
    }
  }

  it('is docs/openapi.json, word for word', async () => {
    expect(await served({})).toEqual(described);
  });

  it('leaves out what this process does not serve', async () => {
    const { paths } = await served({
      PORTAL_MODE: 'production',
      TRUSTED_PROXIES: 'none',
      PUBLIC_URL: 'https://portal.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Portal <portal@example.org>',
      STRIPE_SECRET_KEY: 'sk_test_notthedefault',
      STRIPE_API_BASE: '',
      SANDBOX_DRIVE_PORTS: '',
      DEMO: '',
    });
    const missing = Object.keys(described.paths).filter((route) => paths[route] === undefined);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.filter((route) => !route.startsWith('/api/v1/sandbox'))).toEqual([]);
  });
});
