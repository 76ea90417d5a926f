import { Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import {
  amountText,
  amountValue,
  errorAt,
  percentText,
  percentValue,
  textOf,
  wholeList,
  wholeValue,
} from './policy-draft.js';
import type { PolicyFormView } from '../../../api/schema.js';
import { countryName } from '../../../lib/countries.js';
import { controlled, ticked } from '../../../lib/use-form.js';
import { CountryField } from '../../../components/forms/country-field.js';
import { ActionButton } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/policies.js';
import { common } from '../../../text/common.js';

type Json = Record<string, unknown>;

/** One place of a policy's value: its value, how it is changed, and the server's errors about it. */
interface Place {
  value: unknown;
  error: unknown;
  /** JSON pointer of the place, as the server names it. */
  at: string;
  onChange: (value: unknown) => void;
}

type Option = readonly [value: string, label: string];

// A kind of form without its fields does not compile.
const FIELDS: Readonly<Record<PolicyFormView['kind'], (props: Place & { form: PolicyFormView }) => ReactNode>> = {
  choice: ({ form, ...place }) => (
    <Choice label={form.label} options={form.options.map(({ value, label }) => [value, label])} {...place} />
  ),
  whole: ({ form, ...place }) => <Whole label={form.label} help={form.help} {...place} />,
  amounts: ({ form, ...place }) => <Amounts label={form.label} {...place} />,
  author_share: ShareFields,
  payment_retry: RetryFields,
  payout_minimum: MinimumFields,
  reserve_rule: ReserveFields,
  tax: TaxFields,
  operator_identity: OperatorFields,
  vat_currency: VatCurrencyFields,
};

/** The fields of one policy, in the units in which people think of it. */
export function PolicyFields({ form, ...place }: Place & { form: PolicyFormView }) {
  const Fields = FIELDS[form.kind];
  return <Fields form={form} {...place} />;
}

/** A field of an object. */
function below({ value, error, at, onChange }: Place, name: string): Place {
  const object = asObject(value);
  return {
    value: object[name],
    error,
    at: `${at}/${name}`,
    onChange: (next) => onChange({ ...object, [name]: next }),
  };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function Choice({ label, options, value, error, at, onChange }: Place & { label: string; options: readonly Option[] }) {
  return (
    <Radio.Group label={label} value={textOf(value)} error={errorAt(error, at)} onChange={onChange}>
      <div className="stack stack-8">
        {options.map(([option, text]) => (
          <Radio key={option} value={option} label={text} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Text whose meaning is read on every key; the text itself stays as it was typed. */
function Read({
  label,
  help,
  first,
  read,
  error,
  at,
  onChange,
}: Omit<Place, 'value'> & {
  label: string;
  help?: string;
  first: string;
  read: (text: string) => unknown;
}) {
  const [text, setText] = useState(first);
  return (
    <TextInput
      label={label}
      description={help}
      inputMode="decimal"
      value={text}
      error={errorAt(error, at)}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(read(event.currentTarget.value));
      }}
    />
  );
}

function Whole({ value, ...field }: Place & { label: string; help?: string }) {
  return <Read first={textOf(value)} read={wholeValue} {...field} />;
}

function Percent({ value, ...field }: Place & { label: string; help?: string }) {
  return <Read first={percentText(value)} read={percentValue} {...field} />;
}

function ShareFields(place: Place) {
  return (
    <>
      <Percent
        label={texts.policyFields.shareLabel}
        help={texts.policyFields.shareFieldsHelp}
        {...below(place, 'basis_points')}
      />
      <p className="small dim">{texts.policyFields.shareFieldsExplanation}</p>
    </>
  );
}

function RetryFields(place: Place) {
  const days = below(place, 'after_days');
  return (
    <>
      <Read
        {...days}
        label={texts.policyFields.retryAfterDays}
        help={texts.policyFields.daysFirstHelp}
        first={Array.isArray(days.value) ? days.value.map(textOf).join(', ') : ''}
        read={wholeList}
      />
      <Whole
        label={texts.policyFields.gracePeriodDays}
        help={texts.policyFields.lastAttemptHelp}
        {...below(place, 'grace_days')}
      />
    </>
  );
}

function ReserveFields(place: Place) {
  const above = below(place, 'above_dispute_basis_points');
  return (
    <>
      <Percent
        label={texts.policyFields.reserveLabel}
        help={texts.policyFields.reserveHelp}
        {...below(place, 'basis_points')}
      />
      <Whole label={texts.policyFields.monthsLabel} help={texts.policyFields.monthsHelp} {...below(place, 'months')} />
      <Checkbox
        label={texts.policyFields.onlyManyDisputes}
        {...ticked(above.value !== null, (on) => above.onChange(on ? 100 : null))}
      />
      {above.value === null ? null : (
        <Percent label={texts.policyFields.disputedLabel} help={texts.policyFields.disputedHelp} {...above} />
      )}
    </>
  );
}

/** Amounts by currency, written as people write them, or `rates`, which are stored as they are written. */
function Amounts({ label, rates = false, ...place }: Place & { label: string; rates?: boolean }) {
  const [currency, setCurrency] = useState('');
  const amounts = asObject(place.value);
  const wanted = currency.trim().toLowerCase();
  const addable = /^[a-z]{3}$/.test(wanted) && !(wanted in amounts);
  const without = (name: string): Json => Object.fromEntries(Object.entries(amounts).filter(([one]) => one !== name));
  return (
    <fieldset className="stack stack-8 facet">
      <legend>{label}</legend>
      {Object.entries(amounts).map(([name, minor]) => (
        <div key={name} className="filters">
          <Read
            {...below(place, name)}
            label={(rates ? texts.policyFields.rateOf : texts.policyFields.amountIn)(name.toUpperCase())}
            first={rates ? textOf(minor) : amountText(minor, name)}
            read={(text) => (rates ? text.trim() : amountValue(text, name))}
          />
          <Button
            variant="default"
            aria-label={common.removeNamed(name.toUpperCase())}
            onClick={() => place.onChange(without(name))}
          >
            {common.remove}
          </Button>
        </div>
      ))}
      {Object.keys(amounts).length === 0 ? <p className="dim">{texts.policyFields.noCurrency}</p> : null}
      <div className="filters">
        <TextInput
          label={texts.policyFields.anotherCurrencyLabel}
          description={texts.policyFields.anotherCurrencyHelp}
          maxLength={3}
          {...controlled(currency, setCurrency)}
        />
        <ActionButton
          whyNot={
            addable
              ? null
              : wanted in amounts
                ? texts.policyFields.whyNot.alreadyThere
                : common.enterAThreeLetterCurrencyCode
          }
          variant="default"
          onClick={() => {
            place.onChange({ ...amounts, [wanted]: '' });
            setCurrency('');
          }}
        >
          {common.add}
        </ActionButton>
      </div>
    </fieldset>
  );
}

function MinimumFields(place: Place) {
  const [country, setCountry] = useState('');
  const byCountry = below(place, 'by_country');
  const countries = asObject(byCountry.value);
  return (
    <>
      <Amounts label={texts.policyFields.minimumPayout} {...below(place, 'by_currency')} />
      {Object.keys(countries).map((name) => (
        <div key={name} className="stack stack-8">
          <Amounts label={texts.policyFields.minimumPayoutAuthors(countryName(name))} {...below(byCountry, name)} />
          <div>
            <Button
              variant="default"
              onClick={() =>
                byCountry.onChange(Object.fromEntries(Object.entries(countries).filter(([one]) => one !== name)))
              }
            >
              {common.removeNamed(countryName(name))}
            </Button>
          </div>
        </div>
      ))}
      <div className="filters">
        <CountryField
          label={texts.policyFields.countryLabel}
          description={texts.policyFields.countryHelp}
          value={country}
          onChange={setCountry}
        />
        <ActionButton
          whyNot={
            country === ''
              ? texts.policyFields.whyNot.chooseCountryFirst
              : country in countries
                ? texts.policyFields.whyNot.countryAlreadyAmounts
                : null
          }
          variant="default"
          onClick={() => {
            byCountry.onChange({ ...countries, [country]: {} });
            setCountry('');
          }}
        >
          {texts.policyFields.addTheCountry}
        </ActionButton>
      </div>
    </>
  );
}

function OperatorFields(place: Place) {
  const address = below(place, 'address');
  const taxId = below(place, 'tax_id');
  return (
    <>
      <Text label={common.legalName} help={texts.policyFields.asRegisteredHelp} {...below(place, 'legal_name')} />
      <Textarea
        label={common.address}
        description={texts.policyFields.addressHelp}
        autosize
        minRows={2}
        {...controlled(textOf(address.value), address.onChange)}
        error={errorAt(place.error, address.at)}
      />
      <Country {...below(place, 'country')} />
      <Text
        label={common.taxNumberOptional}
        help={texts.policyFields.vatOtherHelp}
        {...taxId}
        value={taxId.value ?? ''}
        onChange={(text) => taxId.onChange(text === '' ? null : text)}
      />
    </>
  );
}

function VatCurrencyFields(place: Place) {
  const [currency, date] = [below(place, 'currency'), below(place, 'date')];
  return (
    <>
      <Text
        label={texts.policyFields.sellerCurrency}
        help={texts.policyFields.sellerCurrencyHelp}
        {...currency}
        value={textOf(currency.value).toUpperCase()}
        onChange={(text) => currency.onChange(textOf(text).toLowerCase() || null)}
      />
      <Amounts rates label={texts.policyFields.vatRates} {...below(place, 'rates')} />
      <Text
        label={texts.policyFields.ratesDay}
        help={texts.policyFields.ratesDayHelp}
        {...date}
        onChange={(text) => date.onChange(text || null)}
      />
    </>
  );
}

const PROVIDERS: readonly Option[] = [
  ['none', texts.policyFields.noTaxIsAdded],
  ['table', texts.policyFields.theFixedTableBelow],
  ['stripe_tax', texts.policyFields.stripeTaxComputesIt],
];
const NEW_RATE = { country: '', region: null, basis_points: 0, name: '', reverse_charge: false };

function TaxFields(place: Place) {
  const table = below(place, 'table');
  const rates = Array.isArray(table.value) ? (table.value as unknown[]) : [];
  // Rows are identified by when they were added: they have no name of their own until somebody types one.
  const [keys, setKeys] = useState(() => rates.map((_, i) => i));
  const row = (i: number): Place => ({
    value: rates[i],
    error: place.error,
    at: `${table.at}/${i}`,
    onChange: (next) => table.onChange(rates.map((one, at) => (at === i ? next : one))),
  });
  return (
    <>
      <Choice label={texts.policyFields.whoComputesTax} options={PROVIDERS} {...below(place, 'provider')} />
      {rates.map((_, i) => (
        <Rate
          key={keys[i]}
          number={i + 1}
          place={row(i)}
          onRemove={() => {
            setKeys(keys.filter((__, at) => at !== i));
            table.onChange(rates.filter((__, at) => at !== i));
          }}
        />
      ))}
      <div>
        <Button
          variant="default"
          onClick={() => {
            setKeys([...keys, Math.max(-1, ...keys) + 1]);
            table.onChange([...rates, NEW_RATE]);
          }}
        >
          {texts.policyFields.addARate}
        </Button>
      </div>
    </>
  );
}

function Rate({ number, place, onRemove }: { number: number; place: Place; onRemove: () => void }) {
  const region = below(place, 'region');
  const reverse = below(place, 'reverse_charge');
  return (
    <fieldset className="stack stack-8 facet">
      <legend>{texts.policyFields.rateHeading(number)}</legend>
      <div className="filters">
        <Country {...below(place, 'country')} />
        <Text
          label={texts.policyFields.regionOptional}
          help={texts.policyFields.rateHelp}
          {...region}
          value={region.value ?? ''}
          onChange={(text) => region.onChange(text === '' ? null : text)}
        />
        <Percent label={texts.policyFields.percent} {...below(place, 'basis_points')} />
        <Text label={common.nameOnTheInvoice} {...below(place, 'name')} />
        <Button variant="default" onClick={onRemove} aria-label={texts.policyFields.removeRateLabel(number)}>
          {common.remove}
        </Button>
      </div>
      <Checkbox
        label={texts.policyFields.reverseCharge}
        checked={reverse.value === true}
        onChange={(event) => reverse.onChange(event.currentTarget.checked)}
      />
    </fieldset>
  );
}

function Country({ value, error, at, onChange }: Place) {
  return <CountryField label={common.country} value={textOf(value)} error={errorAt(error, at)} onChange={onChange} />;
}

function Text({ label, help, value, error, at, onChange }: Place & { label: string; help?: string }) {
  return (
    <TextInput label={label} description={help} {...controlled(textOf(value), onChange)} error={errorAt(error, at)} />
  );
}
