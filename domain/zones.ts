/** The zones of names: what one owner holds, who can have as many names in it as he likes. */

/** Labels under which registries of countries give names away, as `co` in `example.co.uk`. */
const REGISTRY_LABELS = new Set(
  `ac asn biz co com edu firm gen go gob gouv gov govt id ind info ltd me mil ne net nhs nom or org
   plc sch web`.split(/\s+/),
);

/**
 * What one owner holds of a name, as far as its form tells: the last two labels, and a third one
 * below a registry's label in a country. Not by the length of the second label: who has `abc.io`
 * would have as many zones as names.
 */
export function zoneOf(name: string): string {
  const labels = name.split('.');
  const [registry = '', country = ''] = labels.slice(-2);
  const isGivenAway = country.length === 2 && REGISTRY_LABELS.has(registry);
  return labels.slice(isGivenAway ? -3 : -2).join('.');
}
