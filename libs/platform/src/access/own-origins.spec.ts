import { ownOrigins } from './own-origins.js';

it.each([
  ['https://portal.example.com', ['https://portal.example.com']],
  ['https://Portal.Example.com:443/', ['https://portal.example.com']],
  ['https://portal.example.com:8443', ['https://portal.example.com:8443']],
  ['http://127.0.0.1:3000', ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://[::1]:3000']],
  ['http://localhost', ['http://127.0.0.1', 'http://localhost', 'http://[::1]']],
])('pages of %s act under %j', (publicUrl, origins) => expect([...ownOrigins(publicUrl)]).toEqual(origins));
