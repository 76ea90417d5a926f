import { classifyMovement } from './classify-movement.js';
import { equality } from './reconciliation-check.js';
import { matchMovements, providerIdsOf, type LedgerSide, type Movement } from './match.js';

const movement = (id: string, sourceId: string, amount: bigint, fee = 0n, at = 0): Movement => ({
  id,
  sourceId,
  amount,
  fee,
  net: amount - fee,
  currency: 'usd',
  createdAt: new Date(at),
});
const side = (txId: string, key: string, amount: bigint, currency = 'usd'): LedgerSide => ({
  txId,
  key,
  amount,
  currency,
});

describe('the provider’s ids in an idempotency key', () => {
  it.each([
    ['pay:ch_aaaaaa1', ['ch_aaaaaa1']],
    ['po:018f6d2e-0000-7000-8000-000000000000:settle:tr_aaaaaa1', ['tr_aaaaaa1']],
    ['dispute:dp_aaaaaa1:won', ['dp_aaaaaa1']],
    ['inv:018f6d2e-0000-7000-8000-000000000000', []],
    ['writeoff:x', []],
  ])('are found in %s', (key, ids) => expect(providerIdsOf(key)).toEqual(ids));
});

describe('a movement of the provider', () => {
  it('is matched with one posting of its net amount', () =>
    expect(
      matchMovements([movement('txn_aaaaaa1', 'tr_aaaaaa1', -500n)], [side('1', 'po:x:settle:tr_aaaaaa1', -500n)]),
    ).toEqual([{ movementId: 'txn_aaaaaa1', ledgerTxIds: ['1'] }]));

  it('is matched with one of its gross and one of its fee, which names the movement itself', () =>
    expect(
      matchMovements(
        [movement('txn_aaaaaa1', 'ch_aaaaaa1', 1000n, 59n)],
        [side('2', 'fee:txn_aaaaaa1', -59n), side('1', 'pay:ch_aaaaaa1', 1000n)],
      ),
    ).toEqual([{ movementId: 'txn_aaaaaa1', ledgerTxIds: ['1', '2'] }]));

  it('is not matched while a part is missing, with a difference of one, or in another currency', () => {
    const one = movement('txn_aaaaaa1', 'ch_aaaaaa1', 1000n, 59n);
    expect(matchMovements([one], [side('1', 'pay:ch_aaaaaa1', 1000n)])).toEqual([]);
    expect(matchMovements([one], [side('1', 'pay:ch_aaaaaa1', 940n)])).toEqual([]);
    expect(matchMovements([one], [side('1', 'pay:ch_aaaaaa1', 941n, 'eur')])).toEqual([]);
    expect(matchMovements([one], [side('1', 'pay:ch_aaaaaa2', 941n)])).toEqual([]);
  });

  it('is matched with its own posting when one object moved money twice, the older one first', () => {
    const lost = movement('txn_aaaaaa1', 'dp_aaaaaa1', -1000n, 1500n, 1);
    const won = movement('txn_aaaaaa2', 'dp_aaaaaa1', 1000n, 0n, 2);
    const ledger = [side('9', 'dispute:dp_aaaaaa1:won', 1000n), side('3', 'dispute:dp_aaaaaa1:opened', -2500n)];
    expect(matchMovements([won, lost], ledger)).toEqual([
      { movementId: 'txn_aaaaaa1', ledgerTxIds: ['3'] },
      { movementId: 'txn_aaaaaa2', ledgerTxIds: ['9'] },
    ]);
  });

  it('is matched alone with one posting', () => {
    const twice = [
      movement('txn_aaaaaa1', 'tr_aaaaaa1', -5n, 0n, 1),
      movement('txn_aaaaaa2', 'tr_aaaaaa1', -5n, 0n, 2),
    ];
    expect(matchMovements(twice, [side('1', 'po:x:settle:tr_aaaaaa1', -5n)])).toEqual([
      { movementId: 'txn_aaaaaa1', ledgerTxIds: ['1'] },
    ]);
  });

  it('is matched with all that is left of its object when that adds up', () =>
    expect(
      matchMovements(
        [movement('txn_aaaaaa1', 're_aaaaaa1', -100n)],
        [side('1', 'refund:re_aaaaaa1:a', -30n), side('2', 'refund:re_aaaaaa1:b', -70n)],
      ),
    ).toEqual([{ movementId: 'txn_aaaaaa1', ledgerTxIds: ['1', '2'] }]));
});

describe('the owner of an unmatched movement', () => {
  it.each([
    ['topup', {}, 'bank'],
    ['payout', {}, 'bank'],
    ['payout_failure', {}, 'bank'],
    ['stripe_fee', {}, 'fee'],
    ['charge', { invoice_id: 'i' }, 'expected'],
    ['charge', {}, 'unknown_charge'],
    ['transfer', { payout_id: 'p' }, 'expected'],
    ['transfer', {}, 'manual_transfer'],
    ['transfer_refund', { payout_id: 'p' }, 'expected'],
    ['transfer_refund', {}, 'manual_reversal'],
    ['refund', {}, 'expected'],
    ['adjustment', {}, 'expected'],
    ['anything_new', {}, 'unknown_movement'],
  ])('of type %s %j is %s', (type, sourceMetadata, expected) => {
    const found = classifyMovement({ type, sourceMetadata });
    expect(found.as === 'foreign' ? found.kind : found.as).toBe(expected);
  });
});

describe('two figures', () => {
  it('agree only to the last unit, including what is under way', () => {
    expect(equality('balance', 'usd', 5n, 5n).holds).toBe(true);
    expect(equality('balance', 'usd', 5n, 6n).holds).toBe(false);
    expect(equality('balance', 'usd', 5n, 6n, 1n).holds).toBe(true);
    expect(equality('balance', 'usd', 2n ** 60n, 2n ** 60n + 1n).holds).toBe(false);
  });
});
