import { type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type OutgoingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { writeCertificate } from './certificate.js';
import { PROGRAM_PATH } from '../needs.js';
import { freePort, startProcess } from './processes.js';
import { until } from '../test-timeout.js';

const DOMAIN = 'portal.example.com';

/** An address of this machine that others would reach it at; on a machine without a network one of loopback. */
export function ownAddress(): string {
  const found = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  return found?.address ?? '127.0.0.77';
}

/** A reverse proxy that is running. */
export interface RunningProxy {
  readonly url: string;
  close(): Promise<void> | void;
}

/** `url`: of the portal, which the example names as 10.0.0.7:3000. */
type Start = (url: URL) => Promise<RunningProxy>;

/** A small proxy in this process that adds to X-Forwarded-For and rewrites Host, at `ownAddress`. */
export const nodeProxy: Start = async (url) => {
  const server = createServer((incoming, outgoing) => {
    const { remoteAddress = '' } = incoming.socket;
    const before = incoming.headers['x-forwarded-for'];
    const headers: OutgoingHttpHeaders = {
      ...incoming.headers,
      host: 'inside.example',
      'x-forwarded-for': before === undefined ? remoteAddress : `${String(before)}, ${remoteAddress}`,
    };
    const onward = request(
      {
        host: url.hostname,
        port: url.port,
        path: incoming.url,
        method: incoming.method,
        headers,
        localAddress: ownAddress(),
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, ownAddress(), resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://${ownAddress()}:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** nginx with the example of docs/reverse-proxy.md, at `ownAddress`. */
export const nginx: Start = (url) =>
  fromExample('nginx', (directory, example, port) => {
    const file = path.join(directory, 'nginx.conf');
    const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${directory}/${name};`)
      .join('\n');
    const site = replaced(example, {
      'listen 443': `listen ${ownAddress()}:${port}`,
      [`/etc/ssl/${DOMAIN}`]: `${directory}/cert`,
      '10.0.0.7:3000': url.host,
    });
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    writeFileSync(
      file,
      `daemon off; ${user} worker_processes 1; pid ${directory}/pid; error_log stderr;\nevents {}\nhttp {\naccess_log off;\n${bodies}\n${site}}\n`,
    );
    return ['nginx', ['-p', directory, '-e', 'stderr', '-c', file]];
  });

/** Caddy with the example of docs/reverse-proxy.md, at `ownAddress`. */
export const caddy: Start = (url) =>
  fromExample('caddyfile', (directory, example, port) => {
    const file = path.join(directory, 'Caddyfile');
    const site = replaced(example, {
      // A certificate of the test's, because a real one is given only for a name that is ours.
      [`${DOMAIN} {`]: `${DOMAIN}:${port} {\n  bind ${ownAddress()}\n  tls ${directory}/cert.pem ${directory}/cert.key`,
      '10.0.0.7:3000': url.host,
    });
    writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n}\n${site}`);
    return ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]];
  });

type Command = readonly [program: string, args: readonly string[]];

async function fromExample(
  language: string,
  command: (directory: string, example: string, port: number) => Command,
): Promise<RunningProxy> {
  const page = readFileSync('docs/reverse-proxy.md', 'utf8');
  const [, example] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? [];
  if (example === undefined) throw new Error(`docs/reverse-proxy.md has no example in ${language}`);
  const directory = mkdtempSync(path.join(tmpdir(), 'drive-portal-proxy-'));
  mkdirSync(path.join(directory, 'home'));
  const files = { key: `${directory}/cert.key`, cert: `${directory}/cert.pem` };
  writeCertificate(files, DOMAIN, `DNS:${DOMAIN}`, 2);
  const port = await freePort();
  const [program, args] = command(directory, example, port);
  const home = path.join(directory, 'home');
  const child = startProcess(program, args, {
    env: { PATH: PROGRAM_PATH.join(':'), HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const close = async (): Promise<void> => {
    await ended(child);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const over = (): boolean => child.exitCode !== null;
    await until(async () => over() || (await accepts(port)));
    if (over()) throw new Error(`${program} has ended: ${printed}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `https://${ownAddress()}:${port}`, close };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, ownAddress(), () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}

/** @throws Error when the example lacks what has to be another one here */
function replaced(example: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the example in docs/reverse-proxy.md lacks ${from}`);
    return text.replaceAll(from, to);
  }, example);
}

export interface ProxyAnswer {
  readonly status: number;
  readonly cookie: string | undefined;
  readonly body: {
    readonly error?: string;
    readonly data?: { readonly items: readonly { readonly current: boolean; readonly ip: string }[] };
    readonly details?: readonly { readonly code: string }[];
  };
}

/** Asks `url` (an address, for the portal's name) from `from`, an address of this machine. */
export function askFrom(
  from: string,
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<ProxyAnswer> {
  const send = url.startsWith('https:') ? tlsRequest : request;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method,
    localAddress: from,
    servername: DOMAIN,
    rejectUnauthorized: false,
    agent: false,
    headers: { host: DOMAIN, ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
  };
  return new Promise((resolve, reject) => {
    const call = send(url, options, (answer) => {
      let received = '';
      answer.on('data', (chunk: Buffer) => (received += chunk.toString()));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          cookie: answer.headers['set-cookie']?.[0]?.split(';')[0],
          body: JSON.parse(received) as ProxyAnswer['body'],
        }),
      );
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end(text);
  });
}
