import { useMemo, useState } from 'react';
import { countryName, exactCountry, findCountries } from '../../lib/countries.js';
import { PickOne } from './pick-one.js';
import { texts } from '../texts/forms.js';

interface CountryFieldProps {
  label: string;
  description?: string;
  /** ISO 3166-1 alpha-2; empty for none. */
  value: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** A country, found by its name or code. Its code or whole name is taken without choosing from the list. */
export function CountryField({ value, onChange, error, ...field }: CountryFieldProps) {
  const [text, setText] = useState('');
  const [left, setLeft] = useState(false);
  const offered = useMemo(
    () => findCountries(text).map(({ code, name }) => ({ id: code, text: name, note: code })),
    [text],
  );
  const leave = (): void => {
    const code = value === '' ? exactCountry(text) : undefined;
    if (code !== undefined) {
      onChange(code);
      setText('');
    }
    setLeft(true);
  };
  const unclear = left && value === '' && text !== '' ? texts.countryField.notInList : undefined;
  return (
    <PickOne
      {...field}
      choices={offered}
      text={text}
      onText={(typed) => {
        setText(typed);
        setLeft(false);
      }}
      chosen={value === '' ? null : { id: value, text: countryName(value), note: value }}
      onChoose={(choice) => onChange(choice?.id ?? '')}
      onLeave={leave}
      error={unclear ?? error}
    />
  );
}
