import { clearReturnTo, keepReturnTo, keptReturnTo } from './return-to.js';

const DAY_MS = 86_400_000;
const INVITATION = '/invitation?token=dpi_of_mia';
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
});

it('the requested page is remembered for a week or until it is opened', () => {
  keepReturnTo(INVITATION, 0);
  expect(keptReturnTo(7 * DAY_MS - 1)).toBe(INVITATION);
  expect(keptReturnTo(7 * DAY_MS)).toBe('');
  clearReturnTo();
  expect(keptReturnTo(1)).toBe('');
});

it('a remembered page stays when no other is requested', () => {
  keepReturnTo(INVITATION, 0);
  keepReturnTo('', 1);
  expect(keptReturnTo(2)).toBe(INVITATION);
});

it.each(['https://elsewhere.example', '//elsewhere.example', 'javascript:alert(1)', '/\\elsewhere.example'])(
  'an address outside of the portal is not followed: %s',
  (path) => {
    keepReturnTo(path, 0);
    expect(keptReturnTo(1)).toBe('');
  },
);

it.each(['', 'x', 'null', '7', '{"path":7,"until":9}', '{"path":"/author"}'])(
  'a stored value of another form is ignored: %s',
  (text) => {
    kept.set('drive-portal-return-to', text);
    expect(keptReturnTo(1)).toBe('');
  },
);
