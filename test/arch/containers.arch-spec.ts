import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readVariables, SECRET_VARIABLES, VARIABLES } from '@portal/platform/config';
import { parse } from 'yaml';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string; target: string };
  profiles: string[];
  environment?: Record<string, string>;
  command?: string[];
  volumes?: string[];
  ports?: string[];
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const services = Object.entries(compose.services);
const dockerfile = read('docker/Dockerfile');
const targets = new Map(
  [...dockerfile.matchAll(/^FROM \S+ AS (\S+)\n([^]*?)(?=^FROM |$(?![^]))/gm)].map(([, name, body]) => [name!, body!]),
);

/** Variables that an app reads, found in its source by name. */
function sourceMentions(app: string, variable: string): boolean {
  const folder = path.join(ROOT, 'apps', app, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (file) =>
      file.endsWith('.ts') && new RegExp(`['".]${variable}\\b`).test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

/** `${NAME:-default}`, or `${NAME:?needed}`, as compose fills it in. */
const substitute = (value: string, env: Record<string, string>): string =>
  value.replaceAll(/\$\{([A-Z_]+):[-?]([^}]*)\}/g, (_all, name: string, fallback: string) => env[name] ?? fallback);

describe('Dockerfile', () => {
  it.each([...targets].filter(([name]) => !['build', 'run'].includes(name)))(
    'image %s runs a program that this repository builds',
    (name, body) => {
      const [, program] = /CMD \["node", (?:"--[a-z-]+=\d+", )*"dist\/(.+)\.js"\]/.exec(body) ?? [];
      expect(program).toBe(`apps/${name}/src/main`);
      expect(existsSync(path.join(ROOT, `${program}.ts`))).toBe(true);
    },
  );
  it.each(['api', 'worker'])('image %s runs with the flags of npm start', (name) => {
    const [, list] =
      /NODE_FLAGS = (\[.*\]);/.exec(readFileSync(path.join(ROOT, 'scripts/lib/service.mjs'), 'utf8')) ?? [];
    const flags = JSON.parse(list!.replaceAll("'", '"')) as string[];
    expect(targets.get(name)).toContain(`CMD ["node", ${flags.map((flag) => `"${flag}"`).join(', ')}, "dist/`);
  });
  it('copies and runs only what exists', () => {
    for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const source of sources!.split(' '))
        expect([source, existsSync(path.join(ROOT, source))]).toEqual([source, true]);
    for (const [, script] of dockerfile.matchAll(/node (scripts\/\S+)/g))
      expect([script, existsSync(path.join(ROOT, script!))]).toEqual([script, true]);
    for (const [, stage] of dockerfile.matchAll(/^(?:COPY --from=|FROM (?!node:))(\S+)/gm))
      expect(targets.has(stage!)).toBe(true);
  });
  it('does not run as root', () => expect(targets.get('run')).toContain('USER node'));
});

describe('docker-compose.yml', () => {
  it('has the production and the sandbox profile with the processes of each', () => {
    const of = (profile: string): string[] =>
      services.filter(([, s]) => s.profiles.includes(profile)).map(([name]) => name);
    expect(of('production').sort()).toEqual(['api', 'migrate', 'postgres', 'redis', 'worker']);
    expect(of('sandbox').sort()).toEqual([
      'api-sandbox',
      'migrate-sandbox',
      'postgres',
      'redis',
      'reference-drive',
      'stripe-sandbox',
      'worker-sandbox',
    ]);
  });

  it.each(services)('%s names images, files, volumes and services that exist', (_name, service) => {
    if (service.build) {
      expect(existsSync(path.join(ROOT, service.build.dockerfile))).toBe(true);
      expect([...targets.keys()]).toContain(service.build.target);
    } else expect(service.image).toMatch(/^(postgres|redis):\d+-bookworm$/);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) expect([source, existsSync(path.join(ROOT, source))]).toEqual([source, true]);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(compose.services)).toContain(other);
    if (service.network_mode)
      expect(Object.keys(compose.services)).toContain(service.network_mode.replace('service:', ''));
  });

  it.each(services.filter(([, s]) => s.build))('%s sets only variables that its program reads', (_name, service) => {
    const app = service.build!.target;
    for (const variable of Object.keys(service.environment ?? {})) {
      const known = ['api', 'worker', 'migrate'].includes(app) ? variable in VARIABLES : sourceMentions(app, variable);
      expect([variable, known]).toEqual([variable, true]);
    }
  });

  it('contains no password of the database, and nothing starts without one', () => {
    const text = read('docker-compose.yml');
    const passwords = [...text.matchAll(/\$\{(\w+_PASSWORD)(.*?)\}/g)].map(([, name, rest]) => [name, rest]);
    expect(passwords.length).toBeGreaterThan(4);
    expect(passwords.filter(([, rest]) => rest?.startsWith(':?') !== true)).toEqual([]);
    expect([...text.matchAll(/postgres:\/\/\w+:(\w)/g)]).toEqual([]);
  });

  it('publishes, exposes, checks and listens on the same ports', () => {
    const defaults = readVariables({ ...filled('api'), PORTAL_MODE: 'production' });
    expect(targets.get('api')).toContain(`EXPOSE ${defaults.port} ${defaults.metrics.port}`);
    expect(compose.services.api!.ports).toEqual([`127.0.0.1:3000:${defaults.port}`]);
    expect(compose.services.api!.healthcheck!.test.join(' ')).toContain(
      `http://127.0.0.1:${defaults.port}/api/health/ready`,
    );
    const sandbox = compose.services['stripe-sandbox']!.environment!;
    expect(compose.services['api-sandbox']!.environment!.STRIPE_API_BASE).toBe(`http://127.0.0.1:${sandbox.PORT}`);
    expect(sandbox.WEBHOOK_SECRET).toBe(compose.services['api-sandbox']!.environment!.STRIPE_WEBHOOK_SECRET);
    expect(compose.services['api-sandbox']!.environment!.REFERENCE_DRIVE_URL).toContain(
      compose.services['reference-drive']!.environment!.DRIVE_PORT!,
    );
  });
});

const FILLED: Record<string, string> = {
  POSTGRES_PASSWORD: 'pw',
  PORTAL_LOGIN_PASSWORD: 'pw of the login',
  PUBLIC_URL: 'https://portal.example.com',
  TRUSTED_PROXIES: '172.18.0.1',
  STRIPE_SECRET_KEY: 'sk_live_51abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_fedcba9876543210',
  KEYRING: `k1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i * 3)).toString('base64')}`,
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'portal@example.com',
};
function filled(name: string, env: Record<string, string> = FILLED): Record<string, string> {
  return Object.fromEntries(
    Object.entries(compose.services[name]!.environment ?? {}).map(([key, value]) => [key, substitute(value, env)]),
  );
}

describe('a boot with what compose sets', () => {
  it.each(['api', 'worker'])('%s starts in production when docker/production.env.example is filled in', (name) => {
    const example = Object.fromEntries(
      [...read('docker/production.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, key]) => [
        key!,
        FILLED[key!] ?? 'production',
      ]),
    );
    expect(readVariables(filled(name, example)).mode).toBe('production');
  });
  // Without the second endpoint, events of connected accounts are fetched every hour.
  const needed = Object.keys(FILLED).filter(
    (key) => !key.endsWith('_PASSWORD') && key !== 'STRIPE_CONNECT_WEBHOOK_SECRET',
  );
  it.each(needed)('production refuses to start while %s is empty', (variable) => {
    const env = filled('api', { ...FILLED, [variable]: '' });
    expect(() => readVariables(env)).toThrow(variable);
  });
  it('the owner of the tables is known to migrate alone in production, and its role to no other', () => {
    const migrate = filled('migrate');
    for (const name of ['api', 'worker']) {
      expect(filled(name)['DATABASE_URL']).toBe(migrate['PORTAL_DATABASE_URL']);
      expect(JSON.stringify(filled(name))).not.toContain('postgres://portal:');
    }
    expect(migrate['DATABASE_URL']).toBe('postgres://portal:pw@postgres:5432/portal');
  });
  it('production accepts exactly these variables: an additional sandbox setting is refused', () => {
    const used = Object.keys(filled('api'));
    for (const sandboxOnly of ['DEMO', 'SANDBOX_DRIVE_PORTS', 'STRIPE_API_BASE', 'REFERENCE_DRIVE_URL', 'FAILPOINT']) {
      expect(used).not.toContain(sandboxOnly);
      expect(() => readVariables({ ...filled('api'), [sandboxOnly]: '1' })).toThrow(sandboxOnly);
    }
    for (const secret of SECRET_VARIABLES) expect(used).toContain(secret);
  });
  it.each(['api-sandbox', 'worker-sandbox'])('%s starts in sandbox mode', (name) =>
    expect(readVariables(filled(name, {})).mode).toBe('sandbox'),
  );
  it('docs/configuration.md explains every variable', () => {
    const text = read('docs/configuration.md');
    for (const name of Object.keys(VARIABLES)) expect([name, text.includes(`\`${name}\``)]).toEqual([name, true]);
  });
});
