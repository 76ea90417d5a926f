import { checkOf, normalized } from './tax-ids.js';

const refused = (country: string, id: string, type: string | null = null) => {
  expect(checkOf(country, id, type)).toBe('failed');
  expect(() => normalized('/vat_id', country, id, type)).toThrow(
    expect.objectContaining({ code: 'tax_id_invalid', details: [expect.objectContaining({ pointer: '/vat_id' })] }),
  );
};

describe('a tax id', () => {
  it.each([
    ['DE', 'de 136 695 976', 'DE136695976'],
    ['FR', 'fr-40.303.265.045', 'FR40303265045'],
    ['GR', 'EL 094259216', 'EL094259216'],
    ['GR', 'GR094259216', 'EL094259216'],
    ['GB', 'XI 434031494', 'XI434031494'],
    ['GB', 'GB434031494', 'GB434031494'],
    ['AT', 'ATU13585627', 'ATU13585627'],
    ['NL', 'NL004495445B01', 'NL004495445B01'],
    ['CH', 'CHE-116.281.710 MWST', 'CHE116281710MWST'],
  ])('of %s: %s is stored as %s', (country, written, stored) => {
    expect(normalized('/vat_id', country, written)).toBe(stored);
    expect(checkOf(country, stored)).toBe('by_form');
  });

  it.each([
    ['DE', 'DE000000000'],
    ['DE', 'DE136695977'],
    ['DE', 'XX12'],
    ['DE', 'FR40303265045'],
    ['FR', 'FR12345678901'],
    ['FR', 'ZZZZ'],
    ['US', 'US123'],
    ['US', 'DE136695976'],
    ['DE', 'EU372000041'],
    ['DE', ''],
  ])('of %s: %s is refused', (country, written) => refused(country, written));

  it('has the form of its type and country', () => {
    expect(normalized('/tax_id', 'GB', 'XI434031494', 'eu_vat')).toBe('XI434031494');
    refused('GB', 'GB434031494', 'eu_vat');
    refused('GB', 'XI434031494', 'gb_vat');
    expect(normalized('/tax_id', 'US', '91-1144442', 'us_ein')).toBe('911144442');
    refused('US', '91-114444', 'us_ein');
    refused('DE', '91-1144442', 'us_ein');
    expect(normalized('/tax_id', 'AU', '83 914 571 673', 'au_abn')).toBe('83914571673');
    refused('AU', '83 914 571 674', 'au_abn');
    expect(normalized('/tax_id', 'CA', '123026635 rt 0001', 'ca_gst_hst')).toBe('123026635RT0001');
    expect(checkOf('DE', null)).toBeNull();
  });
});
