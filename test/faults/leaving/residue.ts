/**
 * What the objects of this process hold, read from the heap: every number, the size of every
 * collection and the count of every listener of every long-lived object of ours and of Node's
 * emitters, and how many objects of each class there are. Nothing is listed by hand.
 */
import { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { typescriptFiles } from '../../../setup/generate/sources';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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
function livingObjects(): object[] {
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

/**
 * Follows objects without keeping them alive. To find them takes a second, to read those that are
 * followed a tenth of it.
 */
export class Heap {
  private readonly followed = new Map<WeakRef<object>, string>();
  private readonly known = new WeakSet<object>();

  constructor() {
    this.find((object, at) => `${classOf(object)}#${at}`);
  }

  /** Counts from now on the objects that have been created since. */
  findNew(): void {
    this.find(() => '');
  }

  /** The values of the first objects, and how many of all there are. */
  read(): Reading {
    collectGarbage();
    const reading: Reading = new Map();
    for (const [reference, name] of this.followed) {
      const object = reference.deref();
      if (object && name !== '') readObject(object, name, reading);
      if (object) countObject(object, reading);
      else this.followed.delete(reference);
    }
    return reading;
  }

  private find(nameOf: (object: object, at: number) => string): void {
    livingObjects().forEach((object, at) => {
      if (this.known.has(object)) return;
      this.known.add(object);
      this.followed.set(new WeakRef(object), nameOf(object, at));
    });
  }
}

/** A time: it holds nothing, and the search of the heap is a pause that some objects notice. */
const MOMENT = /(?:At|Until|Since)Ms$/;

function readObject(object: object, name: string, reading: Reading): void {
  if (isEmitter(object)) {
    for (const event of object.eventNames()) {
      reading.set(`${name} on ${String(event)}`, object.listenerCount(event));
    }
  }
  if (!OUR_CLASSES.has(classOf(object))) return;
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    const size = MOMENT.test(key) ? null : sizeOf(value);
    if (size !== null) reading.set(`${name}.${key}`, size);
  }
}

/** Of ours and of requests; pools of drivers may grow. */
function countObject(object: object, reading: Reading): void {
  if (!OUR_CLASSES.has(classOf(object)) && !isOfRequest(object)) return;
  const name = `objects of ${classOf(object)}`;
  reading.set(name, (reading.get(name) ?? 0) + 1);
}

/** What differs, by how much: positive for what has grown. */
export function differences(before: Reading, after: Reading): Reading {
  const found: Reading = new Map();
  for (const [name, value] of after) {
    const former = before.get(name) ?? 0;
    if (value !== former) found.set(name, value - former);
  }
  return found;
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
