/** A way to the gateway that a test can cut and mend, as a lost network would. */
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

export class CutConnection {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<CutConnection> {
    const server = createServer();
    const connection = new CutConnection(server);
    server.on('connection', (socket) => connection.pass(socket, port));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return connection;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends every connection, and refuses new ones. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private pass(socket: Socket, port: number): void {
    if (this.isCut) {
      socket.destroy();
      return;
    }
    const gateway = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [socket, gateway],
      [gateway, socket],
    ] as const) {
      this.sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
