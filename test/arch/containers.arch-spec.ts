import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMigrateVariables, readVariables, SECRET_VARIABLES, VARIABLES } from '@portal/platform/config';
import { composeOf, imageTargets, serviceEnvironment } from '../support/compose.js';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const compose = composeOf('docker-compose.yml');
const sandbox = composeOf('docker-compose.sandbox.yml');
const production = Object.entries(compose.services);
const services = [compose, sandbox].flatMap((file) =>
  Object.entries(file.services).map(([name, service]) => [`${name} of ${file.name}`, service, file] as const),
);
const dockerfile = read('docker/Dockerfile');
const targets = imageTargets();

/** Variables that an app reads, found in its source by name. */
function sourceMentions(app: string, variable: string): boolean {
  const folder = path.join(ROOT, 'apps', app, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some(
    (file) =>
      file.endsWith('.ts') && new RegExp(`['".]${variable}\\b`).test(readFileSync(path.join(folder, file), 'utf8')),
  );
}

describe('Dockerfile', () => {
  it.each([...targets].filter(([name]) => !['build', 'run'].includes(name)))(
    'image %s runs a program that this repository builds',
    (name, body) => {
      const [, program] = /CMD \["node", (?:"--[a-z\d-]+=\d+", )*"dist\/(.+)\.js"\]/.exec(body) ?? [];
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
    for (const [, source] of dockerfile.matchAll(/ \/app\/(package\.json|LICENSE|THIRD\S+)/g))
      expect([source, existsSync(path.join(ROOT, source!))]).toEqual([source, true]);
    for (const [, sources] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
      for (const source of sources!.split(' '))
        expect([source, existsSync(path.join(ROOT, source))]).toEqual([source, true]);
    for (const [, script] of dockerfile.matchAll(/(?:node|sh) ((?:scripts|docker)\/\S+)/g))
      expect([script, existsSync(path.join(ROOT, script!))]).toEqual([script, true]);
    for (const [, stage] of dockerfile.matchAll(/^(?:COPY --from=|FROM (?!node:))(\S+)/gm))
      expect(targets.has(stage!)).toBe(true);
  });
  it('does not run as root', () => expect(targets.get('run')).toContain('USER node'));
});

describe('compose files', () => {
  it('production and the sandbox have their processes', () => {
    expect(Object.keys(compose.services).sort()).toEqual([
      'api',
      'backup',
      'migrate',
      'postgres',
      'proxy',
      'redis',
      'restore',
      'worker',
    ]);
    expect(Object.keys(sandbox.services).sort()).toEqual([
      'api',
      'migrate',
      'postgres',
      'redis',
      'reference-drive',
      'stripe-sandbox',
      'worker',
    ]);
  });

  it.each(services)('%s names images, files, volumes, secrets and services that exist', (_name, service, file) => {
    if (service.build) {
      expect(existsSync(path.join(ROOT, service.build.dockerfile))).toBe(true);
      expect([...targets.keys()]).toContain(service.build.target);
    } else expect(service.image).toMatch(/^((postgres|redis):\d+-bookworm|caddy:2)$/);
    for (const volume of service.volumes ?? []) {
      const source = typeof volume === 'string' ? volume.split(':')[0]! : volume.source;
      if (source.startsWith('./')) expect([source, existsSync(path.join(ROOT, source))]).toEqual([source, true]);
      else if (!source.startsWith('$')) expect(Object.keys(file.volumes)).toContain(source);
    }
    for (const secret of service.secrets ?? []) expect(Object.keys(file.secrets)).toContain(secret);
    for (const network of service.networks ?? []) expect(['default', ...Object.keys(file.networks)]).toContain(network);
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(file.services)).toContain(other);
    if (service.network_mode && service.network_mode !== 'none')
      expect(Object.keys(file.services)).toContain(service.network_mode.replace('service:', ''));
  });

  it.each(services.filter(([, s]) => s.build))('%s sets only variables that its program reads', (_name, service) => {
    const app = service.build!.target;
    for (const variable of Object.keys(service.environment ?? {})) {
      const known = ['api', 'worker', 'migrate'].includes(app) ? isRead(variable) : sourceMentions(app, variable);
      expect([variable, known]).toEqual([variable, true]);
    }
  });

  it('contain no password, and nothing starts without one', () => {
    const text = read('docker-compose.yml') + read('docker-compose.sandbox.yml');
    const passwords = [...text.matchAll(/\$\{(\w+_PASSWORD)(.*?)\}/g)].map(([, name, rest]) => [name, rest]);
    expect(passwords.length).toBeGreaterThan(3);
    expect(passwords.filter(([, rest]) => rest?.startsWith(':?') !== true)).toEqual([]);
    expect([...text.matchAll(/postgres:\/\/\w+:(\w)/g)]).toEqual([]);
  });
});

describe('the production of docker-compose.yml', () => {
  it.each(production)('%s cannot write its files, gain rights or take the machine', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      deploy: { resources: { limits: { cpus: expect.any(String), memory: expect.any(String) } } },
    });
    if (!service.build && service.image !== 'caddy:2') expect(service.user).toMatch(/^(postgres|redis)$/);
  });
  it.each(production.filter(([, { restart }]) => restart !== 'no'))('%s has a health check', (_name, service) =>
    expect(service.healthcheck?.test[0]).toMatch(/^CMD/),
  );
  it('api and worker run more than once, and only the proxy is reached from outside', () => {
    for (const name of ['api', 'worker']) expect(compose.services[name]!.deploy!.replicas).toBe(2);
    expect(production.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
    for (const name of ['postgres', 'backup', 'redis', 'migrate'])
      expect(compose.services[name]!.networks).toEqual(['data']);
    expect(compose.networks['data']).toEqual({ internal: true });
  });
  it.each(['backup', 'restore'])(
    '%s runs the script of deploy/ on the folder and the data that postgres has',
    (name) => {
      const { entrypoint, environment, volumes } = compose.services[name]!;
      const [, script, data] = entrypoint!;
      expect(existsSync(path.join(ROOT, script!))).toBe(true);
      expect(data ?? '/var/lib/postgresql/18/docker').toContain('/var/lib/postgresql/');
      expect(volumes).toContain('./deploy:/deploy:ro');
      expect(JSON.stringify(volumes)).toContain(environment!['BACKUP_FOLDER']!);
      if (name === 'restore') expect(volumes).toContain(compose.services['postgres']!.volumes!.at(-1));
    },
  );
  it('trusts the network of the proxy, in which there is only the api besides', () => {
    const [{ subnet }] = compose.networks['edge']!.ipam!.config as [{ subnet: string }];
    expect(settings('api').trustedProxies).toEqual([subnet]);
    const inside = production.filter(([, { networks }]) => networks?.includes('edge')).map(([name]) => name);
    expect(inside).toEqual(['api', 'proxy']);
  });
  it.each(['api', 'worker'])('every setting reaches %s: from .env, or as a file where it is a secret', (name) => {
    const { env_file, environment, secrets } = compose.services[name]!;
    expect(env_file).toEqual(['.env']);
    // DATABASE_URL has no secret: its password is apart.
    const elsewhere = ['DATABASE_URL', ...Object.keys(VARIABLES).filter((one) => one.startsWith('PORTAL_DATABASE'))];
    for (const secret of SECRET_VARIABLES.filter((one) => !elsewhere.includes(one))) {
      const file = environment![`${secret}_FILE`]!;
      expect([secret, secrets!.includes(path.basename(file)), path.dirname(file)]).toEqual([
        secret,
        true,
        '/run/secrets',
      ]);
    }
    // Given here and not by .env.
    const fixed = Object.keys(environment!).filter(
      (one) => !(SECRET_VARIABLES as readonly string[]).includes(one.replace(/_FILE$/, '')),
    );
    const own = name === 'api' ? ['BACKUP_STATUS_FILE'] : [];
    expect(fixed.sort()).toEqual([...own, 'MAIL_FROM', 'PORTAL_MODE', 'PUBLIC_URL', 'TRUSTED_PROXIES']);
  });
  it('checks and forwards to the port that the api listens on', () => {
    const defaults = settings('api');
    expect(targets.get('api')).toContain(`EXPOSE ${defaults.port} ${defaults.metrics.port}`);
    expect(compose.services['api']!.healthcheck!.test.join(' ')).toContain(`(process.env.PORT || ${defaults.port})`);
    expect(read('docker/Caddyfile')).toContain(`{$API_HOST:api} {$PORT:${defaults.port}}`);
    expect(compose.services['proxy']!.environment!['PORT']).toBe(`\${PORT:-${defaults.port}}`);
    expect(compose.services['worker']!.healthcheck!.test.join(' ')).toContain(
      `(process.env.METRICS_PORT || ${defaults.metrics.port})`,
    );
  });
  it('the owner of the tables is known to the database, its backup and migrate alone', () => {
    const knows = production.filter(([, { secrets }]) => secrets?.includes('postgres_password'));
    expect(knows.map(([name]) => name)).toEqual(['postgres', 'backup', 'migrate']);
    expect(compose.services['api']!.environment!['DATABASE_URL']).toBe(
      compose.services['migrate']!.environment!['PORTAL_DATABASE_URL'],
    );
  });
});

/** Whether api, worker or migrate reads it. */
const isRead = (variable: string): boolean =>
  variable in VARIABLES || (SECRET_VARIABLES as readonly string[]).includes(variable.replace(/_FILE$/, ''));

/** A folder as docker/prepare.sh leaves it, with what only its owner knows filled in. */
let folder: string;
const FILLED = {
  stripe_secret_key: 'sk_live_51abcdef',
  stripe_webhook_secret: 'whsec_0123456789abcdef',
  smtp_url: 'smtps://mail.example.com',
};
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'drive-portal-compose-'));
  prepare();
  for (const [name, value] of Object.entries(FILLED)) writeFileSync(path.join(folder, 'secrets', name), value);
  const env = readFileSync(path.join(folder, '.env'), 'utf8');
  writeFileSync(
    path.join(folder, '.env'),
    env.replace(/^PUBLIC_URL=.*/m, 'PUBLIC_URL=https://portal.example.com').replaceAll(/^# (\w+=.+)$/gm, '$1'),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));
const prepare = (): string => execFileSync('sh', [path.join(ROOT, 'docker/prepare.sh'), folder], { encoding: 'utf8' });

const filled = (name: string, file = compose, env = dotEnv()): Record<string, string> =>
  serviceEnvironment(file.services[name]!, folder, env);
const dotEnv = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(path.join(folder, '.env'), 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, key, value]) => [
      key!,
      value!,
    ]),
  );
const settings = (name: string, more = {}): ReturnType<typeof readVariables> =>
  readVariables({ ...filled(name), ...more });

describe('a boot with what compose sets', () => {
  it.each(['api', 'worker'])(
    '%s starts in production with what docker/prepare.sh and its owner have filled in',
    (name) => {
      expect(settings(name)).toMatchObject({ mode: 'production', redisUrl: 'redis://redis:6379' });
      expect(decodeURIComponent(new URL(settings(name).databaseUrl).password)).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    },
  );
  it('docker/prepare.sh lists what is missing, changes nothing that exists, and lets no other user in', () => {
    const before = readFileSync(path.join(folder, 'secrets/keyring'), 'utf8');
    expect(prepare()).toBe('');
    expect(readFileSync(path.join(folder, 'secrets/keyring'), 'utf8')).toBe(before);
    writeFileSync(path.join(folder, 'secrets/smtp_url'), '');
    expect(prepare()).toContain('secrets/smtp_url is empty');
    writeFileSync(path.join(folder, 'secrets/smtp_url'), FILLED.smtp_url);
    expect(statSync(path.join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(folder, 'secrets/keyring')).mode & 0o777).toBe(0o644);
  });
  it.each(Object.keys(FILLED))('production refuses to start while the secret %s is empty', (secret) => {
    const env = { ...filled('api'), [`${secret.toUpperCase()}_FILE`]: '/dev/null' };
    expect(() => readVariables(env)).toThrow(`${secret.toUpperCase()} is missing`);
  });
  it('compose refuses to start without what it cannot guess', () => {
    const needed = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    expect([...new Set(needed)].sort()).toEqual(['BACKUP_FOLDER', 'MAIL_FROM', 'PUBLIC_URL']);
  });
  it('migrate reads both passwords from files', () => {
    const { databaseUrl, loginUrl } = readMigrateVariables(filled('migrate'));
    expect(new URL(databaseUrl).username).toBe('portal');
    expect(loginUrl).toBe(settings('api').databaseUrl);
    expect(new URL(loginUrl!).password).not.toBe(new URL(databaseUrl).password);
  });
  it('a sandbox setting in .env is refused', () => {
    for (const sandboxOnly of ['DEMO', 'SANDBOX_DRIVE_PORTS', 'STRIPE_API_BASE', 'REFERENCE_DRIVE_URL', 'FAILPOINT'])
      expect(() => settings('api', { [sandboxOnly]: '1' })).toThrow(sandboxOnly);
  });
  it('the sandbox starts, and its processes find each other', () => {
    for (const name of ['api', 'worker']) expect(readVariables(filled(name, sandbox, {})).mode).toBe('sandbox');
    const api = sandbox.services['api']!.environment!;
    const stripe = sandbox.services['stripe-sandbox']!.environment!;
    expect(sandbox.services['api']!.ports).toEqual([
      `127.0.0.1:3000:${api['PORT']}`,
      `127.0.0.1:3002:${stripe['PORT']}`,
    ]);
    expect(api['STRIPE_API_BASE']).toBe(`http://127.0.0.1:${stripe['PORT']}`);
    expect(stripe['WEBHOOK_SECRET']).toBe(api['STRIPE_WEBHOOK_SECRET']);
    expect(api['REFERENCE_DRIVE_URL']).toContain(sandbox.services['reference-drive']!.environment!['DRIVE_PORT']!);
  });
  it('docs/configuration.md explains every variable', () => {
    const text = read('docs/configuration.md');
    for (const name of Object.keys(VARIABLES)) expect([name, text.includes(`\`${name}\``)]).toEqual([name, true]);
  });
});
