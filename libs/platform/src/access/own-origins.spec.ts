import { apartFrom, ownOrigins, visitedOrigin } from './own-origins.js';

it.each([
  ['https://portal.example.com', ['https://portal.example.com']],
  ['https://Portal.Example.com:443/', ['https://portal.example.com']],
  ['https://portal.example.com:8443', ['https://portal.example.com:8443']],
  ['http://127.0.0.1:3000', ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['http://localhost', ['http://127.0.0.1', 'http://localhost', 'http://[::1]']],
])('pages of %s act under %j', (publicUrl, origins) => expect([...ownOrigins(publicUrl)]).toEqual(origins));

it.each([
  ['https://portal.example.com', 'https://drive.example.com/a?b#c', 'https://drive.example.com/a?b#c'],
  ['https://portal.example.com', 'https://portal.example.com:8443/', null],
  ['https://portal.example.com', 'https://Portal.example.com./', null],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:4010/a', 'http://localhost:4010/a'],
  ['http://localhost:3000', 'http://localhost:4010/a', 'http://127.0.0.1:4010/a'],
  ['http://localhost:3000', 'http://127.0.0.1:4010/a', 'http://127.0.0.1:4010/a'],
])('next to %s, %s is shown as %s', (portal, address, shown) => expect(apartFrom(portal, address)).toBe(shown));

it.each([
  ['http://127.0.0.1:3000', 'localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'portal.example.com', 'http://127.0.0.1:3000'],
  ['https://portal.example.com', 'localhost', 'https://portal.example.com'],
  ['https://portal.example.com', undefined, 'https://portal.example.com'],
])('%s with Host %s is visited at %s', (publicUrl, host, visited) =>
  expect(visitedOrigin(publicUrl, host)).toBe(visited),
);
