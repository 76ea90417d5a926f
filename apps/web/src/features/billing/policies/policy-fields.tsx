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

const words = texts.policyFields;

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
      <Percent label={words.shareLabel} help={words.shareFieldsHelp} {...below(place, 'basis_points')} />
      <p className="small dim">{words.shareFieldsExplanation}</p>
    </>
  );
}

function RetryFields(place: Place) {
  const days = below(place, 'after_days');
  return (
    <>
      <Read
        {...days}
        label={words.retryAfterDays}
        help={words.daysFirstHelp}
        first={Array.isArray(days.value) ? days.value.map(textOf).join(', ') : ''}
        read={wholeList}
      />
      <Whole label={words.gracePeriodDays} help={words.lastAttemptHelp} {...below(place, 'grace_days')} />
    </>
  );
}

function ReserveFields(place: Place) {
  const above = below(place, 'above_dispute_basis_points');
  return (
    <>
      <Percent label={words.reserveLabel} help={words.reserveHelp} {...below(place, 'basis_points')} />
      <Whole label={words.monthsLabel} help={words.monthsHelp} {...below(place, 'months')} />
      <Checkbox
        label={words.onlyManyDisputes}
        {...ticked(above.value !== null, (on) => above.onChange(on ? 100 : null))}
      />
      {above.value === null ? null : <Percent label={words.disputedLabel} help={words.disputedHelp} {...above} />}
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
            label={(rates ? words.rateOf : words.amountIn)(name.toUpperCase())}
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
      {Object.keys(amounts).length === 0 ? <p className="dim">{words.noCurrency}</p> : null}
      <div className="filters">
        <TextInput
          label={words.anotherCurrencyLabel}
          description={words.anotherCurrencyHelp}
          maxLength={3}
          {...controlled(currency, setCurrency)}
        />
        <ActionButton
          whyNot={addable ? null : wanted in amounts ? words.whyNot.alreadyThere : common.enterAThreeLetterCurrencyCode}
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
      <Amounts label={words.minimumPayout} {...below(place, 'by_currency')} />
      {Object.keys(countries).map((name) => (
        <div key={name} className="stack stack-8">
          <Amounts label={words.minimumPayoutAuthors(countryName(name))} {...below(byCountry, name)} />
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
          label={words.countryLabel}
          description={words.countryHelp}
          value={country}
          onChange={setCountry}
        />
        <ActionButton
          whyNot={
            country === ''
              ? words.whyNot.chooseCountryFirst
              : country in countries
                ? words.whyNot.countryAlreadyAmounts
                : null
          }
          variant="default"
          onClick={() => {
            byCountry.onChange({ ...countries, [country]: {} });
            setCountry('');
          }}
        >
          {words.addTheCountry}
        </ActionButton>
      </div>
    </>
  );
}

function OperatorFields(place: Place) {
  const address = below(place, 'address');
  return (
    <>
      <Text label={common.legalName} help={words.asRegisteredHelp} {...below(place, 'legal_name')} />
      <Textarea
        label={common.address}
        description={words.addressHelp}
        autosize
        minRows={2}
        {...controlled(textOf(address.value), address.onChange)}
        error={errorAt(place.error, address.at)}
      />
      <Country {...below(place, 'country')} />
      <MaybeText label={common.taxNumberOptional} help={words.vatOtherHelp} {...below(place, 'tax_id')} />
    </>
  );
}

function VatCurrencyFields(place: Place) {
  const currency = below(place, 'currency');
  return (
    <>
      <Text
        label={words.sellerCurrency}
        {...currency}
        value={textOf(currency.value).toUpperCase()}
        onChange={(text) => currency.onChange(textOf(text).toLowerCase() || null)}
      />
      <Amounts rates label={words.vatRates} {...below(place, 'rates')} />
      <MaybeText label={words.ratesDay} help={words.ratesDayHelp} {...below(place, 'date')} />
    </>
  );
}

const PROVIDERS: readonly Option[] = [
  ['none', words.noTaxIsAdded],
  ['table', words.theFixedTableBelow],
  ['stripe_tax', words.stripeTaxComputesIt],
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
      <Choice label={words.whoComputesTax} options={PROVIDERS} {...below(place, 'provider')} />
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
          {words.addARate}
        </Button>
      </div>
    </>
  );
}

function Rate({ number, place, onRemove }: { number: number; place: Place; onRemove: () => void }) {
  const reverse = below(place, 'reverse_charge');
  return (
    <fieldset className="stack stack-8 facet">
      <legend>{words.rateHeading(number)}</legend>
      <div className="filters">
        <Country {...below(place, 'country')} />
        <MaybeText label={words.regionOptional} help={words.rateHelp} {...below(place, 'region')} />
        <Percent label={words.percent} {...below(place, 'basis_points')} />
        <Text label={common.nameOnTheInvoice} {...below(place, 'name')} />
        <Button variant="default" onClick={onRemove} aria-label={words.removeRateLabel(number)}>
          {common.remove}
        </Button>
      </div>
      <Checkbox
        label={words.reverseCharge}
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

/** Empty is null. */
function MaybeText({ onChange, ...field }: Place & { label: string; help?: string }) {
  return <Text {...field} onChange={(text) => onChange(text === '' ? null : text)} />;
}
