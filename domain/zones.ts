/**
 * Zones of names: the part of a name that one owner controls, who can create any number of names in
 * it.
 */

/** Labels below which country registries assign names, such as `co` in `example.co.uk`. */
const REGISTRY_LABELS = new Set(
  `ac asn biz co com edu firm gen go gob gouv gov govt id ind info ltd me mil ne net nhs nom or org
   plc sch web`.split(/\s+/),
);

/**
 * The part of a name that one owner controls, judged by its form: the last two labels, and a third
 * one below a registry's label in a country. The length of the second label is ignored: otherwise
 * the owner of `abc.io` would have as many zones as names.
 */
export function zoneOf(name: string): string {
  const labels = name.split('.');
  const [registry = '', country = ''] = labels.slice(-2);
  const isGivenAway = country.length === 2 && REGISTRY_LABELS.has(registry);
  return labels.slice(isGivenAway ? -3 : -2).join('.');
}
