import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { commandLine } from './process-info.mjs';

/** Who listens on a TCP port: { pid, command }, or undefined when that cannot be found out. */
export function portOwner(port) {
  const pid = process.platform === 'linux' ? fromProc(port) : fromLsof(port);
  return pid ? { pid, command: commandLine(pid) } : undefined;
}

function fromProc(port) {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const LISTENING = '0A';
  const inodes = new Set();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    try {
      for (const line of fs.readFileSync(table, 'utf8').split('\n').slice(1)) {
        const fields = line.trim().split(/\s+/);
        if (fields[1]?.endsWith(`:${wanted}`) && fields[3] === LISTENING) inodes.add(`socket:[${fields[9]}]`);
      }
    } catch {
      // no such table
    }
  }
  if (inodes.size === 0) return undefined;
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const fd of fs.readdirSync(`/proc/${pid}/fd`)) {
        if (inodes.has(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))) return Number(pid);
      }
    } catch {
      // ended, or not ours to look into
    }
  }
  return undefined;
}

function fromLsof(port) {
  try {
    const text = execFileSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(text.split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}
