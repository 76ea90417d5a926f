import fs from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const LOOK_AGAIN_MS = 100;

/**
 * Calls `onLine` with every complete line that is appended to the file from now on, which may not exist yet. A file that
 * is moved aside and recreated is followed from its beginning. Returns { look, close }: both read to the end at once.
 */
export function followFile(file, onLine) {
  let at = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let rest = '';
  let decoder = new StringDecoder('utf8');
  const look = () => {
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < at) {
      at = 0;
      rest = '';
      decoder = new StringDecoder('utf8');
    }
    if (size === at) return;
    const bytes = Buffer.alloc(size - at);
    const handle = fs.openSync(file, 'r');
    const read = fs.readSync(handle, bytes, 0, bytes.length, at);
    fs.closeSync(handle);
    at += read;
    const lines = (rest + decoder.write(bytes.subarray(0, read))).split('\n');
    rest = lines.pop();
    lines.forEach(onLine);
  };
  const timer = setInterval(look, LOOK_AGAIN_MS);
  return {
    look,
    close() {
      clearInterval(timer);
      look();
      if (rest) onLine(rest);
    },
  };
}
