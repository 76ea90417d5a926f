import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { InvoiceDetailView } from '../../../api/schema.js';
import { decimalToMinor, formatMoney } from '../../../lib/format.js';
import { controlled } from '../../../lib/use-form.js';
import { optionsOf } from '../../../lib/options.js';
import { texts } from '../texts/refunds.js';

export type Reason = keyof typeof texts.scopeFields.reasons;
export const REASONS = optionsOf(texts.scopeFields.reasons);

export interface Scope {
  scope: 'full' | 'amount' | 'lines';
  amount_minor?: string;
  lines?: { line_id: string; amount_minor?: string }[];
}

interface ScopeState {
  kind: Scope['scope'];
  amount: string;
  lineId: string;
}

/** How much goes back, while it is chosen: everything, an amount, or one line. */
export function useScope(invoice: InvoiceDetailView): {
  /** Undefined while it is not complete. */
  scope: Scope | undefined;
  fields: ReactNode;
} {
  const [state, setState] = useState<ScopeState>({ kind: 'full', amount: '', lineId: invoice.lines[0]?.id ?? '' });
  const set = (change: Partial<ScopeState>): void => setState((before) => ({ ...before, ...change }));
  const minor = state.amount === '' ? null : decimalToMinor(state.amount, invoice.currency);
  const isAmount = minor !== null && minor !== '0';
  const amount = isAmount ? { amount_minor: minor } : {};
  const scope: Scope | undefined =
    state.kind === 'full'
      ? { scope: 'full' }
      : state.kind === 'amount'
        ? isAmount
          ? { scope: 'amount', ...amount }
          : undefined
        : state.amount === '' || isAmount
          ? { scope: 'lines', lines: [{ line_id: state.lineId, ...amount }] }
          : undefined;
  const fields = (
    <>
      <NativeSelect
        label={texts.scopeFields.howMuchLabel}
        data={optionsOf(texts.scopeFields.options)}
        {...controlled(state.kind, (kind) => set({ kind }))}
      />
      {state.kind === 'lines' ? (
        <NativeSelect
          label={texts.scopeFields.lineLabel}
          {...controlled(state.lineId, (lineId) => set({ lineId }))}
          data={invoice.lines.map((line) => ({
            value: line.id,
            label: `${line.drive_name}, ${line.venture_name}: ${formatMoney(line.amount_minor, invoice.currency)}`,
          }))}
        />
      ) : null}
      {state.kind === 'full' ? null : (
        <TextInput
          label={state.kind === 'lines' ? texts.scopeFields.amountOfLineLabel : texts.scopeFields.amountWithTaxLabel}
          inputMode="decimal"
          {...controlled(state.amount, (amount) => set({ amount }))}
          error={state.amount !== '' && minor === null ? texts.scopeFields.error : undefined}
        />
      )}
    </>
  );
  return { scope, fields };
}
