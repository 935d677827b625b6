/** Nobody waits for the end of a connection that may be in the past. */
import ts from 'typescript';
import { type Source, parse, typescriptFiles } from '../../setup/generate/sources';

const MODULES = ['api', 'processes', 'exchange', 'channel'];
/** Listens for the event itself. */
const CLOSING = 'api/closing.ts';
/** The server closes after the call: its connections are drained first. */
const MAY_WAIT: readonly string[] = ["processes/draining-server.ts: once(this.http, 'close')"];
const LISTENING = new Set(['on', 'once', 'addListener', 'prependListener', 'prependOnceListener']);

/** Calls such as `res.once('close', …)` and `once(res, 'close')`. */
function bareListeners(source: Source): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      const isEvent = given.some((one) => ts.isStringLiteralLike(one) && one.text === 'close');
      const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (isEvent && ts.isIdentifier(name) && LISTENING.has(name.text)) {
        found.push(`${source.path}: ${node.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(source));
  return found;
}

test('the end of a request, response or socket is awaited by api/closing.ts alone', () => {
  const found = typescriptFiles()
    .filter(({ module, path }) => MODULES.includes(module) && path !== CLOSING)
    .flatMap(bareListeners);
  expect(found).toEqual(MAY_WAIT);
});

test.each([
  "res.once('close', leave);",
  "req.res?.once('close', () => gone.abort());",
  "res.on('drain', done).on('close', done);",
  'socket.prependListener(`close`, leave);',
  "await once(socket, 'close', { signal });",
])('finds %s', (text) => {
  expect(bareListeners({ path: 'api/x.ts', module: 'api', text })).toHaveLength(1);
});

test("leaves res.off('close', leave) and whenClosed(res, leave) alone", () => {
  const text = "res.off('close', leave); whenClosed(res, leave); res.once('finish', leave);";
  expect(bareListeners({ path: 'api/x.ts', module: 'api', text })).toEqual([]);
});
