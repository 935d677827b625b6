/** Addresses of the console with the filters of a list. */
import { filtersOf, partsOf, withFilters } from '../../console/src/shell/address';

const KINDS = {
  status: [{ value: '' }, { value: 'open' }, { value: 'filled' }],
  sort: [{ value: 'newest' }, { value: 'oldest' }],
  model: 'text',
  from: 'time',
} as const;

test('an address behind the # has a path and a query', () => {
  expect(partsOf('#/orders?status=open&model=a%3Fb')).toEqual({
    path: '/orders',
    query: 'status=open&model=a%3Fb',
  });
  expect(partsOf('')).toEqual({ path: '/', query: '' });
  expect(partsOf('#market/a%3Fb')).toEqual({ path: '/market/a%3Fb', query: '' });
});

test.each([
  [{ status: 'open', sort: 'oldest', model: 'qwen3-32b', from: '2026-11-28T09:30' }],
  [{ status: '', sort: 'newest', model: '50% + ä?#&=%41', from: '' }],
] as const)('filters come back from the address they were put in', (filters) => {
  const query = withFilters(KINDS, '', filters);
  const { query: found } = partsOf(new URL(`http://here/#/orders?${query}`).hash);
  expect(filtersOf(KINDS, found)).toEqual(filters);
});

test('a filter that leaves nothing out is not in the address, and others stay there', () => {
  expect(withFilters(KINDS, 'model=a&of=other&status=open', { status: '' })).toBe(
    'model=a&of=other',
  );
  expect(withFilters(KINDS, 'sort=oldest', { sort: 'newest' })).toBe('');
});

test('an address with a value that no filter has shows the whole list', () => {
  expect(filtersOf(KINDS, 'status=nonsense&sort=up&from=never')).toEqual({
    status: '',
    sort: 'newest',
    model: '',
    from: '',
  });
});
