/** The live line of `npm start`. */
import { countsOf, statusText } from '../../setup/local/status';

const METRICS = `# HELP tokenbook_http_request_duration_seconds Time to answer a request, by surface and route.
tokenbook_http_request_duration_seconds_bucket{le="1",surface="buyer",method="POST",route="/v1/chat/completions",status="200"} 7
tokenbook_http_request_duration_seconds_sum{surface="buyer",method="POST",route="/v1/chat/completions",status="200"} 1.5
tokenbook_http_request_duration_seconds_count{surface="buyer",method="POST",route="/v1/chat/completions",status="200"} 7
tokenbook_http_request_duration_seconds_count{surface="buyer",method="POST",route="/v1/chat/completions",status="402"} 2
tokenbook_http_request_duration_seconds_count{surface="market",method="GET",route="/v1/markets",status="200"} 30
tokenbook_http_request_duration_seconds_count{surface="operator",method="GET",route="/metrics",status="200"} 900
process_cpu_seconds_total 4
`;

test('requests and fills are added up over their series', () => {
  expect(countsOf(METRICS)).toEqual({ requests: 39, fills: 7 });
  expect(countsOf('')).toEqual({ requests: 0, fills: 0 });
});

test('the line shows the rate since the last look, also after a restart of the gateway', () => {
  const counts = { requests: 39, fills: 7 };
  expect(statusText(counts, null, [])).toBe('  ready   39 requests (0.0/s)   7 fills');
  expect(statusText(counts, { requests: 29, fills: 7 }, [])).toContain('(5.0/s)');
  expect(statusText(counts, { requests: 900, fills: 80 }, [])).toContain('(0.0/s)');
});

test('what is not ready is named', () => {
  expect(statusText(null, null, ['the gateway does not answer'])).toBe(
    '  the gateway does not answer',
  );
  expect(statusText(null, null, ['x'.repeat(100)]).length).toBeLessThan(80);
});
