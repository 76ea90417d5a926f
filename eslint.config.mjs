import tseslint from 'typescript-eslint';
import { interfaceTexts } from './scripts/check/interface-texts.mjs';

/** Time, chance and the network come in through ports, so that tests can hold them still and nobody reaches a stranger by accident. */
const AMBIENT = [
  { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: 'Use the Clock port.' },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use the Clock port.' },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Use the Random port.',
  },
  { selector: "CallExpression[callee.name='fetch']", message: 'Use the OutboundClient.' },
  { selector: "MemberExpression[object.name='globalThis'][property.name='fetch']", message: 'Use the OutboundClient.' },
  {
    selector: "CallExpression[callee.property.name='randomUUID'], CallExpression[callee.name='randomUUID']",
    message: 'Use the Ids port.',
  },
  {
    selector: "CallExpression[callee.property.name='randomBytes'], CallExpression[callee.name='randomBytes']",
    message: 'Use the Random port.',
  },
];
const NETWORK_MODULES = ['http', 'https', 'net', 'tls', 'dgram', 'undici'].flatMap((name) => [
  { name, message: 'Use the OutboundClient.' },
  ...(name === 'undici' ? [] : [{ name: `node:${name}`, message: 'Use the OutboundClient.' }]),
]);

/** They skip null as well, and let null and lists stand for an object. */
const LENIENT = [
  ['class-validator', ['IsOptional', 'ValidateNested']],
  ['@nestjs/swagger', ['PartialType']],
  ['@nestjs/mapped-types', ['PartialType']],
].map(([name, importNames]) => ({
  name,
  importNames,
  message: 'Use MayBeAbsent, PartOf or ItemsOf of platform/http.',
}));

/** It takes weeks, days of the year and hours of no zone, which `Date` and the database read otherwise or not at all. */
const LOOSE_TIME = {
  name: 'class-validator',
  importNames: ['IsISO8601', 'IsDateString'],
  message: 'Use IsInstant or IsDay of platform/http.',
};

/** Names with a meaning of our own, and what to call it instead. Tests are not judged. */
const PRIVATE_WORDS = ['told', 'tell', 'standing', 'lane', 'lanes', 'takings', 'desk', 'desks', 'rehearsal', 'beside'];

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.data/**',
      'test-output/**',
      'coverage/**',
      'apps/web/src/api/schema.d.ts',
      '**/*.cjs',
      '**/*.mjs',
    ],
  },
  {
    files: ['apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts', 'test/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/await-thenable': 'error',
      // A class that needs more has a second responsibility: it is split, or hands some of them to a collaborator.
      'max-params': ['error', { max: 7 }],
      'no-constant-condition': ['error', { checkLoops: false }],
      'no-debugger': 'error',
      'no-eval': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['apps/**/*.ts', 'apps/**/*.tsx', 'libs/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.spec.tsx', '**/*.int-spec.ts', '**/testing/**', 'apps/*/test/**'],
    rules: { 'id-denylist': ['error', ...PRIVATE_WORDS] },
  },
  {
    files: ['libs/**/*.ts', 'apps/api/**/*.ts', 'apps/worker/**/*.ts', 'apps/migrate/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/*.int-spec.ts', 'libs/**/testing/**'],
    rules: {
      'no-restricted-syntax': ['error', ...AMBIENT],
      'no-restricted-imports': [
        'error',
        { paths: [...NETWORK_MODULES.map((path) => ({ ...path, allowTypeImports: true })), ...LENIENT, LOOSE_TIME] },
      ],
    },
  },
  {
    // Tests start processes and wait through test/support, so that a killed run leaves none and a slow machine is no failure.
    files: ['test/**/*.ts', '**/*.spec.ts', '**/*.int-spec.ts', 'apps/*/test/**/*.ts', 'libs/**/testing/**/*.ts'],
    // A task of a thread misbehaves on purpose.
    ignores: ['test/support/test-timeout.ts', 'test/support/processes/processes.ts', 'test/support/threads/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.name='setTimeout']",
          message: 'Wait with until or eventually (test/support/test-timeout.ts).',
        },
        {
          selector:
            "BinaryExpression[operator=/^[<>]=?$/] CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message:
            'How long something takes proves nothing: wait with until or eventually (test/support/test-timeout.ts).',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:child_process',
              importNames: ['spawn', 'fork', 'exec'],
              message: 'Start processes with startProcess (test/support/processes/processes.ts).',
            },
          ],
        },
      ],
    },
  },
  {
    // The adapters behind the ports.
    files: [
      'libs/kernel/src/ports.ts',
      'libs/platform/src/database/**/*.ts',
      'libs/platform/src/events/live-feed.ts',
      'libs/platform/src/outbound/**/*.ts',
      'libs/platform/src/health/**/*.ts',
      'libs/platform/src/http/create-http-app.ts',
      'libs/platform/src/http/answers/protocol-errors.ts',
      'libs/platform/src/process/*.ts',
      'apps/api/src/portal/serve-portal.ts',
      'apps/migrate/src/**/*.ts',
    ],
    rules: { 'no-restricted-syntax': 'off', 'no-restricted-imports': 'off' },
  },
  {
    files: ['libs/platform/src/http/fields/optional-fields.ts', 'libs/platform/src/http/fields/text-fields.ts'],
    rules: { 'no-restricted-imports': ['error', { paths: NETWORK_MODULES }] },
  },
  {
    files: ['apps/web/src/**/*.ts', 'apps/web/src/**/*.tsx'],
    ignores: [
      // The catalogues themselves.
      'apps/web/src/**/texts.ts',
      'apps/web/src/**/texts/*.ts',
      'apps/web/src/text/**',
      '**/*.spec.ts',
      '**/*.spec.tsx',
      // Fonts and borders, as CSS writes them.
      'apps/web/src/theme/theme.ts',
    ],
    plugins: { portal: { rules: { 'interface-texts': interfaceTexts } } },
    rules: { 'portal/interface-texts': 'error' },
  },
);
