import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

/**
 * Remembers every argument of every command that a Redis server gets, as its MONITOR reports them.
 *
 * Not the client's own `monitor()`: that one breaks when a command arrives together with the answer to MONITOR
 * itself, which a server in use does now and then.
 */
export class RedisMonitor {
  readonly recorded = new Set<string>();
  private rest = '';

  private constructor(private readonly socket: Socket) {}

  /** Resolves when the server reports. @param url `redis://host:port`, of a server without a password */
  static async of(url: string): Promise<RedisMonitor> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port || 6379), hostname);
    const monitor = new RedisMonitor(socket);
    socket.setEncoding('latin1');
    const answered = new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('Redis hung up on MONITOR')));
      socket.on('data', (chunk: string) => monitor.take(chunk, resolve, reject));
    });
    await once(socket, 'connect');
    socket.write('MONITOR\r\n');
    await answered;
    return monitor;
  }

  stop(): void {
    this.socket.destroy();
  }

  private take(chunk: string, answered: () => void, refused: (error: Error) => void): void {
    const lines = (this.rest + chunk).split('\r\n');
    this.rest = lines.pop()!;
    for (const line of lines)
      if (line === '+OK') answered();
      else if (line.startsWith('-')) refused(new Error(line));
      else for (const argument of argumentsOf(line)) this.recorded.add(argument);
  }
}

/** `+1700000000.123456 [0 127.0.0.1:6000] "set" "key" "a\"b\x00"` => `set`, `key`, `a"b\0`. */
function argumentsOf(line: string): string[] {
  const quoted = line.slice(line.indexOf(']') + 1).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return quoted.map((one) =>
    Buffer.from(
      one
        .slice(1, -1)
        .replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex: string | undefined, plain: string) =>
          hex === undefined ? (ESCAPED[plain] ?? plain) : String.fromCharCode(Number.parseInt(hex, 16)),
        ),
      'latin1',
    ).toString('utf8'),
  );
}
