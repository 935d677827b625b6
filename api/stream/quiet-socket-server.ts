/** The WebSocket server of socket.io: its clients send no protocol pings, so none is answered. */
import { type ServerOptions, WebSocketServer } from 'ws';

const FRAGMENTS_MAX = 64;
const CHUNKS_MAX = 256;

export class QuietSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({
      ...options,
      autoPong: false,
      maxFragments: FRAGMENTS_MAX,
      maxBufferedChunks: CHUNKS_MAX,
    });
  }
}
