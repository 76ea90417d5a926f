import { driveUrl } from './drive-url.js';

it.each([
  ['/api/platform/events?since=0', 'https://d.example.com/api/platform/events?since=0'],
  ['/api/platform/install/a%20b', 'https://d.example.com/api/platform/install/a%20b'],
])('dials exactly the signed path: %s', (path, url) => expect(driveUrl('https://d.example.com', path)).toBe(url));

it.each([
  '',
  'api',
  '//evil.example',
  '/a/../b',
  '/a/./b',
  '/a#b',
  '/a\\b',
  '/a b',
  '/%2e%2e/b',
  '/ü',
  '@evil.example/',
  ':81/',
  '.evil.example/',
  `/${'a'.repeat(4096)}`,
])('refuses a path that would leave the origin or be rewritten: %s', (path) =>
  expect(driveUrl('https://d.example.com', path)).toBeUndefined(),
);
