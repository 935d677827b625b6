/** What a process that was started with `--inspect` holds after a collection. */
import { once } from 'node:events';
import { request } from 'undici';
import WebSocket from 'ws';

interface Result {
  readonly result: { readonly objectId: string; readonly value: number };
  readonly objects: { readonly objectId: string };
}

/** A value may be freed only by the collection after the one that finalizes it. */
const COLLECTIONS = 3;

/** How many objects. @param port of the inspector, on loopback */
export function liveObjects(port: number): Promise<number> {
  return afterCollection(port, async (socket) => {
    const { result } = await ask(socket, 'Runtime.evaluate', { expression: 'Object.prototype' });
    const { objects } = await ask(socket, 'Runtime.queryObjects', {
      prototypeObjectId: result.objectId,
    });
    const counted = await ask(socket, 'Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: 'function () { return this.length; }',
    });
    return counted.result.value;
  });
}

/** Bytes of its buffers, apart from those of its threads. @param port of the inspector, on loopback */
export function bufferBytes(port: number): Promise<number> {
  return afterCollection(port, async (socket) => {
    const expression = 'process.memoryUsage().arrayBuffers';
    return (await ask(socket, 'Runtime.evaluate', { expression })).result.value;
  });
}

async function afterCollection(
  port: number,
  read: (socket: WebSocket) => Promise<number>,
): Promise<number> {
  const { body } = await request(`http://127.0.0.1:${port}/json`);
  const [target] = (await body.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl, { perMessageDeflate: false });
  await once(socket, 'open');
  try {
    for (let round = 0; round < COLLECTIONS; round += 1)
      await ask(socket, 'HeapProfiler.collectGarbage');
    return await read(socket);
  } finally {
    socket.close();
  }
}

async function ask(socket: WebSocket, method: string, params: object = {}): Promise<Result> {
  socket.send(JSON.stringify({ id: 1, method, params }));
  const [data] = (await once(socket, 'message')) as [Buffer];
  return (JSON.parse(data.toString()) as { readonly result: Result }).result;
}
