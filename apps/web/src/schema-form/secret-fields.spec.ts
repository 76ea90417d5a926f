import { secretFields, withoutSecrets } from './secret-fields.js';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    api_key: { type: 'string' },
    max_tokens: { type: 'integer' },
    mode: { type: 'string', title: 'Secret mode', enum: ['a', 'b'] },
    smtp: {
      type: 'object',
      properties: { host: { type: 'string' }, 'pass/word': { type: 'string', writeOnly: true } },
    },
  },
};

it('secrets are shown as passwords, and saved ones are marked', () => {
  const secret = { 'ui:widget': 'password', 'ui:autocomplete': 'new-password' };
  expect(secretFields(schema, ['/smtp/pass~1word'])).toEqual({
    api_key: secret,
    smtp: { 'pass/word': { ...secret, 'ui:placeholder': 'Saved. Leave empty to keep it.' } },
  });
});

it('secrets are removed from what pages show', () => {
  const value = { name: 'n', api_key: 'k', max_tokens: 5, smtp: { host: 'h', 'pass/word': 'p' }, bearer_token: 't' };
  const shown = withoutSecrets(schema, value);
  expect(shown).toEqual({
    name: 'n',
    api_key: '••••••••',
    max_tokens: 5,
    smtp: { host: 'h', 'pass/word': '••••••••' },
    bearer_token: '••••••••',
  });
});
