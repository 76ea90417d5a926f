// Writes src/catalogue/parameters.generated.ts: which parameters each emulated operation takes, read from the type
// declarations of the installed `stripe` package. Run it again after every bump of that package:
//   node apps/stripe-sandbox/tools/derive-parameters.mjs            writes the file
//   node apps/stripe-sandbox/tools/derive-parameters.mjs --check    says whether it is what would be written
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const target = path.join(here, '../src/catalogue/parameters.generated.ts');

// operation → the SDK's parameter type, or null where the operation takes only `expand`
const operations = {
  'POST /v1/customers': 'CustomerCreateParams',
  'GET /v1/customers': 'CustomerListParams',
  'GET /v1/customers/:id': 'CustomerRetrieveParams',
  'POST /v1/customers/:id': 'CustomerUpdateParams',
  'GET /v1/customers/:id/payment_methods': 'CustomerListPaymentMethodsParams',
  'GET /v1/payment_methods/:id': 'PaymentMethodRetrieveParams',
  'POST /v1/payment_methods/:id/attach': 'PaymentMethodAttachParams',
  'POST /v1/setup_intents': 'SetupIntentCreateParams',
  'GET /v1/setup_intents/:id': 'SetupIntentRetrieveParams',
  'POST /v1/setup_intents/:id/cancel': 'SetupIntentCancelParams',
  'GET /v1/setup_intents': 'SetupIntentListParams',
  'POST /v1/checkout/sessions': 'Checkout.SessionCreateParams',
  'GET /v1/checkout/sessions/:id': 'Checkout.SessionRetrieveParams',
  'POST /v1/payment_intents': 'PaymentIntentCreateParams',
  'GET /v1/payment_intents': 'PaymentIntentListParams',
  'GET /v1/payment_intents/:id': 'PaymentIntentRetrieveParams',
  'POST /v1/payment_intents/:id/confirm': 'PaymentIntentConfirmParams',
  'POST /v1/payment_intents/:id/cancel': 'PaymentIntentCancelParams',
  'GET /v1/charges': 'ChargeListParams',
  'GET /v1/charges/:id': 'ChargeRetrieveParams',
  'POST /v1/refunds': 'RefundCreateParams',
  'GET /v1/refunds': 'RefundListParams',
  'GET /v1/refunds/:id': 'RefundRetrieveParams',
  'GET /v1/disputes': 'DisputeListParams',
  'GET /v1/disputes/:id': 'DisputeRetrieveParams',
  'POST /v1/disputes/:id': 'DisputeUpdateParams',
  'POST /v1/disputes/:id/close': 'DisputeCloseParams',
  'GET /v1/balance': 'BalanceRetrieveParams',
  'GET /v1/balance_transactions': 'BalanceTransactionListParams',
  'GET /v1/balance_transactions/:id': 'BalanceTransactionRetrieveParams',
  'POST /v1/transfers': 'TransferCreateParams',
  'GET /v1/transfers': 'TransferListParams',
  'GET /v1/transfers/:id': 'TransferRetrieveParams',
  'POST /v1/transfers/:id/reversals': 'TransferCreateReversalParams',
  'GET /v1/transfers/:id/reversals': 'TransferListReversalsParams',
  'POST /v1/topups': 'TopupCreateParams',
  'GET /v1/topups/:id': 'TopupRetrieveParams',
  'GET /v1/topups': 'TopupListParams',
  'POST /v1/payouts': 'PayoutCreateParams',
  'GET /v1/payouts': 'PayoutListParams',
  'GET /v1/payouts/:id': 'PayoutRetrieveParams',
  'POST /v1/payouts/:id/cancel': 'PayoutCancelParams',
  'POST /v1/balance_settings': 'BalanceSettingsUpdateParams',
  'POST /v1/accounts': 'AccountCreateParams',
  'GET /v1/accounts': 'AccountListParams',
  'GET /v1/accounts/:id': 'AccountRetrieveParams',
  'POST /v1/accounts/:id': 'AccountUpdateParams',
  'DELETE /v1/accounts/:id': 'AccountDeleteParams',
  'POST /v1/account_links': 'AccountLinkCreateParams',
  'POST /v1/webhook_endpoints': 'WebhookEndpointCreateParams',
  'GET /v1/webhook_endpoints': 'WebhookEndpointListParams',
  'GET /v1/webhook_endpoints/:id': 'WebhookEndpointRetrieveParams',
  'POST /v1/webhook_endpoints/:id': 'WebhookEndpointUpdateParams',
  'DELETE /v1/webhook_endpoints/:id': 'WebhookEndpointDeleteParams',
  'POST /v1/tax/calculations': 'Tax.CalculationCreateParams',
  'GET /v1/tax/calculations/:id/line_items': 'Tax.CalculationListLineItemsParams',
  'POST /v1/tax/transactions/create_from_calculation': 'Tax.TransactionCreateFromCalculationParams',
  'POST /v1/tax/transactions/create_reversal': 'Tax.TransactionCreateReversalParams',
  'GET /v1/tax/transactions/:id': 'Tax.TransactionRetrieveParams',
  'GET /v1/events': 'EventListParams',
  'GET /v1/events/:id': 'EventRetrieveParams',
  'POST /v2/core/accounts': 'V2.Core.AccountCreateParams',
  'GET /v2/core/accounts': 'V2.Core.AccountListParams',
  'GET /v2/core/accounts/:id': 'V2.Core.AccountRetrieveParams',
  'GET /v2/core/events': 'V2.Core.EventListParams',
  'POST /v2/core/account_links': 'V2.Core.AccountLinkCreateParams',
};

const entry = path.join(root, 'derive-parameters.virtual.ts');
const source = `import type Stripe from 'stripe';\n${Object.values(operations)
  .map((type, at) => `export type P${at} = Stripe.${type};`)
  .join('\n')}\n`;
const options = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};
const host = ts.createCompilerHost(options);
const read = host.getSourceFile.bind(host);
host.getSourceFile = (file, ...rest) =>
  file === entry ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true) : read(file, ...rest);
const exists = host.fileExists.bind(host);
host.fileExists = (file) => file === entry || exists(file);
const program = ts.createProgram([entry], options, host);
const broken = program.getSemanticDiagnostics(program.getSourceFile(entry));
if (broken.length)
  throw new Error(broken.map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' ')).join('\n'));
const checker = program.getTypeChecker();
const file = program.getSourceFile(entry);

const F = ts.TypeFlags;
const isOther = (type) => type.isIntersection() && type.types.some((part) => part.flags & F.String);

/** Codes: s string, i integer, b boolean, m metadata, d RFC 3339 instant, * anything; [..] enum; {a} array; {o} object; {u} any of; {n} may be emptied. */
function describe(type, seen) {
  if (type.flags & (F.Any | F.Unknown)) return '*';
  if (type.isUnion()) return union(type, seen);
  if (isOther(type) || type.flags & F.String) return 's';
  if (type.flags & (F.Number | F.BigInt)) return 'i';
  if (type.flags & F.BooleanLike) return 'b';
  if (type.isStringLiteral()) return [type.value];
  if (type.isNumberLiteral()) return 'i';
  const symbol = type.getSymbol()?.getName();
  if (symbol === 'Decimal') return 's';
  if (symbol === 'Date') return 'd';
  if (checker.isArrayType(type)) return { a: describe(checker.getTypeArguments(type)[0], seen) };
  if (seen.includes(type)) return '*';
  const index = type.getStringIndexType();
  if (index) return symbol?.startsWith('Metadata') ? 'm' : '*';
  const o = {};
  for (const property of type.getProperties()) {
    const optional = Boolean(property.flags & ts.SymbolFlags.Optional);
    o[property.getName() + (optional ? '' : '!')] = describe(checker.getTypeOfSymbolAtLocation(property, file), [
      ...seen,
      type,
    ]);
  }
  return { o };
}

function union(type, seen) {
  const parts = type.types.filter((part) => !(part.flags & F.Undefined));
  const nullable = parts.some((part) => part.flags & F.Null);
  const emptyable = parts.some((part) => part.isStringLiteral() && part.value === '');
  const real = parts.filter((part) => !(part.flags & F.Null) && !(part.isStringLiteral() && part.value === ''));
  const literals = real.filter((part) => part.isStringLiteral()).map((part) => part.value);
  const rest = real.filter((part) => !part.isStringLiteral() && !(isOther(part) && literals.length));
  const described = [];
  if (literals.length) described.push(literals.sort());
  if (rest.some((part) => part.flags & F.BooleanLike)) described.push('b');
  for (const part of rest.filter((one) => !(one.flags & F.BooleanLike))) {
    const one = describe(part, seen);
    if (!described.some((other) => JSON.stringify(other) === JSON.stringify(one))) described.push(one);
  }
  const inner = described.length === 1 ? described[0] : { u: described };
  return nullable || emptyable ? { n: inner } : inner;
}

const result = {};
Object.keys(operations).forEach((operation, at) => {
  const alias = file.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === `P${at}`,
  );
  const type = checker.getTypeAtLocation(alias.name);
  if (type.flags & F.Any) throw new Error(`no declaration of ${operations[operation]}`);
  result[operation] = describe(type, []).o;
});

const version = JSON.parse(fs.readFileSync(path.join(root, 'node_modules/stripe/package.json'), 'utf8')).version;
const json = JSON.stringify(result);
const text =
  `// Made by tools/derive-parameters.mjs from the declarations of stripe ${version}. Do not edit.\n` +
  `export const sdkVersion = '${version}';\n` +
  `// prettier-ignore\nexport const parametersJson =\n  ${JSON.stringify(json).replaceAll("'", '\\u0027').replace(/^"|"$/g, "'").replaceAll('\\"', '"')};\n`;
if (!process.argv.includes('--check')) {
  fs.writeFileSync(target, text);
  console.log(`${Object.keys(result).length} operations, ${json.length} characters`);
} else if (fs.readFileSync(target, 'utf8') !== text) {
  console.error(
    `src/catalogue/parameters.generated.ts is not what the declarations of stripe ${version} say; run tools/derive-parameters.mjs.`,
  );
  process.exitCode = 1;
}
