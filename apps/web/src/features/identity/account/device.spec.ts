import fc from 'fast-check';
import { anyCharacter } from '../../../../../../test/support/any-character.js';
import { deviceOf } from './device.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.11.0', 'Unknown browser'],
  ['', 'Unknown browser'],
  ['   ', 'Unknown browser'],
  [null, 'Unknown browser'],
  ['<img src=x onerror=alert(1)>/1.0 (x)', 'Unknown browser'],
  ['Your bank/1.0 (Linux)', 'Unknown browser on Linux'],
])('the browser line %j is shown as %s', (userAgent, words) => expect(deviceOf(userAgent)).toBe(words));

it('a browser line that is too long is ignored', () =>
  expect(deviceOf(`Firefox/${'9'.repeat(100_000)}`)).toBe('Unknown browser'));

it('a browser line is described by known words only', () =>
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      expect(deviceOf(`zq${text}/1.0`)).toMatch(/^[\w .()-]{3,60}$/);
    }),
  ));
