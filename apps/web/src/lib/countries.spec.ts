import { COUNTRIES } from '../../../../libs/kernel/src/country.js';
import { countries, countryName, exactCountry, findCountries } from './countries.js';

it('the list has exactly the countries that the server accepts, each by an English name', () => {
  expect(countries.map(({ code }) => code).sort()).toEqual([...COUNTRIES].sort());
  expect(countries.filter(({ code, name }) => code === name)).toEqual([]);
  expect(new Set(countries.map(({ name }) => name)).size).toBe(249);
});

it.each([
  ['de', 'Germany'],
  ['germ', 'Germany'],
  ['  KINGDOM ', 'United Kingdom'],
  ['in', 'India'],
  ['cote', 'Côte d’Ivoire'],
  ['united st', 'United States'],
])('a search for %j finds %s first', (text, name) => expect(findCountries(text)[0]!.name).toBe(name));

it('a search for an unknown country finds nothing, and an empty search everything', () => {
  expect(findCountries('<b>')).toEqual([]);
  expect(findCountries(' ')).toHaveLength(249);
});

it.each([
  ['DE', 'DE'],
  ['germany', 'DE'],
  ['german', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('%j is taken for %s', (text, code) => expect(exactCountry(text)).toBe(code));

it('an invalid country code is shown as it is', () =>
  expect([countryName('FR'), countryName('')]).toEqual(['France', '']));
