/**
 * What the objects of this process hold, read from the heap: every number, the size of every
 * collection and the count of every listener of every long-lived object of ours and of Node's
 * emitters, and how many objects of each class there are. Nothing is listed by hand.
 */
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Session } from 'node:inspector';
import { typescriptFiles } from '../../../setup/generate/sources';

export type Reading = Map<string, number>;

const PRODUCT = new Set(['api', 'channel', 'domain', 'engine', 'exchange', 'processes', 'records']);
/** The classes that the product's sources declare, in the modules that serve requests. */
const OUR_CLASSES = new Set(
  typescriptFiles()
    .filter(({ module }) => PRODUCT.has(module))
    .flatMap(({ text }) => [...text.matchAll(/^\s*(?:export )?(?:abstract )?class (\w+)/gm)])
    .map(([, name = '']) => name),
);

declare global {
  // eslint-disable-next-line no-var
  var objectsOfHeap: object[] | undefined;
}

/** Objects that can be reached, after a garbage collection: those of our classes, and emitters. */
export function livingObjects(): object[] {
  const session = new Session();
  session.connect();
  const post = <Result>(method: string, given: object): Result => {
    let answer: unknown;
    session.post(method, given, (err, result) => {
      if (err) throw err;
      answer = result;
    });
    return answer as Result;
  };
  try {
    const { result } = post<any>('Runtime.evaluate', { expression: 'Object.prototype' });
    const { objects } = post<any>('Runtime.queryObjects', { prototypeObjectId: result.objectId });
    const functionDeclaration = 'function () { globalThis.objectsOfHeap = this; }';
    post('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration });
    return globalThis.objectsOfHeap!.filter(isWatched);
  } finally {
    globalThis.objectsOfHeap = undefined;
    session.disconnect();
  }
}

/** @param objects that live as long as the process */
export function readObjects(objects: readonly object[]): Reading {
  const reading: Reading = new Map();
  objects.forEach((object, at) => {
    const name = `${classOf(object)}#${at}`;
    if (isEmitter(object)) {
      for (const event of object.eventNames()) {
        reading.set(`${name} on ${String(event)}`, object.listenerCount(event));
      }
    }
    if (!OUR_CLASSES.has(classOf(object))) return;
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
      const size = sizeOf(value);
      if (size !== null) reading.set(`${name}.${key}`, size);
    }
  });
  return reading;
}

/** The number of objects of each of our classes, and of requests; pools of drivers may grow. */
export function countObjects(objects: readonly object[]): Reading {
  const counts: Reading = new Map();
  for (const object of objects) {
    if (!OUR_CLASSES.has(classOf(object)) && !isOfRequest(object)) continue;
    const name = `objects of ${classOf(object)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What has grown, and was not let off: a name with its growth. */
export function growthOf(before: Reading, after: Reading, letOff: ReadonlySet<string>): string[] {
  return [...after].flatMap(([name, value]) => {
    const former = before.get(name) ?? 0;
    const isMore = value > former && !letOff.has(name);
    return isMore ? [`${name}: ${value - former} more`] : [];
  });
}

/** The names of what differs. */
export function changed(before: Reading, after: Reading): string[] {
  return [...after.keys(), ...before.keys()].filter((name) => before.get(name) !== after.get(name));
}

function sizeOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (value instanceof Map || value instanceof Set) return value.size;
  return Array.isArray(value) ? value.length : null;
}

function isWatched(object: object): boolean {
  return OUR_CLASSES.has(classOf(object)) || isEmitter(object) || isOfRequest(object);
}

function isOfRequest(object: object): boolean {
  return object instanceof ServerResponse || object instanceof IncomingMessage;
}

/** A prototype of emitters has no listeners of its own. */
function isEmitter(object: object): object is EventEmitter {
  const { value } = Object.getOwnPropertyDescriptor(object, '_events') ?? {};
  return object instanceof EventEmitter && typeof value === 'object' && value !== null;
}

/** A prototype is no object of its class. */
function classOf(object: object): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (typeof prototype !== 'object' || prototype === null) return '';
  const { value } = Object.getOwnPropertyDescriptor(prototype, 'constructor') ?? {};
  return typeof value === 'function' && value.prototype !== object ? String(value.name) : '';
}
