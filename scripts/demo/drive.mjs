// The author's side of the story: a reference Drive of its own, run as a separate process.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { firstFreePort } from '../lib/free-port.mjs';
import { inRoot } from '../lib/root.mjs';
import { Service } from '../lib/service.mjs';

const require = createRequire(import.meta.url);
/** Where the Drives of stories listen. */
export const PORTS = { from: 4100, to: 4999 };

/** The process of a story's reference Drive, for Service; it gets its secret from the story. */
export const driveService = ({ id, name, port, dataFile, env, logDirectory }) => ({
  name: 'story-drive',
  main: 'dist/apps/reference-drive/src/main.js',
  env: {
    NODE_ENV: 'production',
    ...env,
    DRIVE_ID: id,
    DRIVE_NAME: name,
    DRIVE_PORT: String(port),
    DRIVE_DATA_FILE: dataFile,
    PLATFORM_AGENT_SECRET: '',
  },
  logDirectory,
});

/** Starts a reference Drive with the given id; `origin`, `control(action, body)`, `state()`, `tokenOf(installId)`, `stop()`. */
export async function startDrive({ id, name }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'drive-portal-story-'));
  const port = await firstFreePort(PORTS.from, PORTS.to);
  const dataFile = path.join(folder, 'drive.json');
  const service = new Service(driveService({ id, name, port, dataFile, env: process.env, logDirectory: folder }));
  await service.start();
  return new Drive(`http://127.0.0.1:${port}`, async () => {
    await service.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
}

/** A reference Drive that somebody else runs and that keeps running. */
export const attachDrive = (origin) => new Drive(origin, async () => {});

class Drive {
  constructor(origin, stop) {
    this.origin = origin;
    this.manifestUrl = `${origin}/api/platform/drive/manifest`;
    this.stop = stop;
  }

  async control(action, body = {}) {
    const response = await fetch(`${this.origin}/_control/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`the Drive's console refused ${action}: ${JSON.stringify(answer)}`);
    return answer.data;
  }

  async state() {
    return (await (await fetch(`${this.origin}/_control/state`)).json()).data;
  }

  /**
   * The scoped token of an install, as the host got it: the Drive gives the same one when the same tenant and venture
   * are installed again, and its author holds the secret with which such a call is signed.
   */
  async tokenOf({ tenantId, ventureId }, secret) {
    const { sign } = require(inRoot('dist/libs/contract/src/index.js'));
    const target = '/api/platform/install';
    const timestampMs = Date.now();
    const response = await fetch(`${this.origin}${target}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-platform-timestamp': String(timestampMs),
        'x-platform-signature': sign({ secret, timestampMs, path: target }),
      },
      body: JSON.stringify({ tenant_id: tenantId, venture_id: ventureId }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`the Drive refused a repeated install: ${JSON.stringify(answer)}`);
    return answer.data.scoped_token;
  }

  /** Status of the Drive's own API when it is asked with a scoped token. */
  async whoami(token) {
    return (await fetch(`${this.origin}/api/whoami`, { headers: { authorization: `Bearer ${token}` } })).status;
  }
}
