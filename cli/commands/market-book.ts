import type { Command } from 'commander';
import { type Follower, type View, followBook } from '../book-stream';
import { pc } from '../colours';
import { type CommandContext, contextOf, queryOf } from '../context';
import { type Book, drawDepth } from '../draw/depth';
import { untilInterrupted } from '../interruption';
import { printJson } from '../output';
import { Screen, isTerminal, screenWidth } from '../screen';
import { wholeNumber } from '../values';
import { perMillion } from '../prices';

interface BookOptions {
  readonly watch?: boolean;
  readonly region?: string;
  readonly tenor?: string;
  readonly levels: number;
}

export function addBookCommand(market: Command): void {
  market
    .command('book <model>')
    .description('the order book of an instrument with its depth')
    .option(
      '--watch',
      'follow it until Ctrl-C: drawn in place on a terminal, one line per change otherwise',
    )
    .option('--region <region>', 'the view of one region')
    .option('--tenor <tenor>', 'spot by default')
    .option('--levels <count>', 'rows of each side', wholeNumber(1, 100), 10)
    .action(async (model: string, _options: BookOptions, command: Command) => {
      const context = contextOf(command, 'anyone');
      const { watch, region, tenor, levels } = command.optsWithGlobals<BookOptions>();
      const view: View = { model, ...(region ? { region } : {}), ...(tenor ? { tenor } : {}) };
      if (watch) return watchBook(context, view, levels);
      const query = queryOf({ model_id: model, region, tenor });
      const book = await context.client.call('GET', `/market/v1/orderbook${query}`);
      if (context.output.json) return printJson(book);
      console.log(drawDepth(book as Book, screenWidth(), levels).join('\n'));
    });
}

async function watchBook(context: CommandContext, view: View, levels: number): Promise<void> {
  const { client, output } = context;
  const follower = output.json ? jsonLines() : isTerminal() ? drawn(levels) : lines();
  const signal = untilInterrupted();
  await followBook(client.url, view, follower, signal).finally(() => follower.close());
}

interface ClosedFollower extends Follower {
  close(): void;
}

/** One JSON document per line: the messages of the stream, and what happens to the connection. */
export function jsonLines(): ClosedFollower {
  const print = (value: unknown) => console.log(JSON.stringify(value));
  return {
    reading: 'exact',
    snapshot: print,
    trade: print,
    disconnected: (waitMs) => print({ type: 'disconnected', retry_after_ms: waitMs }),
    resumed: () => print({ type: 'resumed' }),
    close: () => undefined,
  };
}

function lines(): ClosedFollower {
  return {
    reading: 'line',
    snapshot: (book) => {
      const side = ([best]: Book['asks']) =>
        best ? `${best.quantity} at ${perMillion(best.price)}/M` : 'nothing';
      const at = new Date(book.timestamp).toISOString();
      console.log(`${at} bid ${side(book.bids)}, ask ${side(book.asks)}`);
    },
    trade: ({ timestamp, quantity, price, region, taker_side: side }) => {
      console.log(
        `${new Date(timestamp).toISOString()} trade ${side} ${quantity} at ${perMillion(price)}/M ${region}`,
      );
    },
    disconnected: (waitMs) => console.error(`disconnected, again in ${waitMs} ms`),
    resumed: () => console.error('connected again; trades of the meantime are not shown'),
    close: () => undefined,
  };
}

function drawn(levels: number): ClosedFollower {
  const screen = new Screen();
  let book: Book | null = null;
  let lastTrade = '';
  let state = '';
  const redraw = () =>
    screen.draw(() => [
      ...(book ? drawDepth(book, screenWidth(), levels) : []),
      pc.dim(lastTrade),
      state ||
        pc.dim(`live, ${book ? new Date(book.timestamp).toISOString() : ''}  Ctrl-C ends it`),
    ]);
  return {
    reading: 'line',
    snapshot: (newest) => {
      book = newest;
      redraw();
    },
    trade: ({ timestamp, quantity, price, region, taker_side: side }) => {
      lastTrade = `last trade ${new Date(timestamp).toISOString()}  ${side} ${quantity} at ${perMillion(price)}/M in ${region}`;
      redraw();
    },
    disconnected: (waitMs) => {
      state = pc.red(`disconnected: this book is old; again in ${waitMs} ms`);
      redraw();
    },
    resumed: () => {
      state = '';
      redraw();
    },
    close: () => screen.close(),
  };
}
