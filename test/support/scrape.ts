/** One scrape of `/metrics`, as Prometheus reads it. */
import type { ExchangeClient } from './exchange-client';

export type Labels = Readonly<Record<string, string>>;

export interface Series {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export class Scrape {
  private constructor(
    /** Names of all metrics, of those without a series too. */
    readonly metrics: ReadonlySet<string>,
    readonly series: readonly Series[],
  ) {}

  static parse(text: string): Scrape {
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const metrics = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    return new Scrape(new Set(metrics), lines.map(seriesOf));
  }

  /** Of a gateway. */
  static async of(exchange: ExchangeClient, gateway = 0): Promise<Scrape> {
    const { body } = await exchange.send('GET', '/metrics', { admin: true, gateway });
    return Scrape.parse(body);
  }

  /** Sum of the series with these labels, whatever their others are; 0 without one. */
  value(name: string, labels: Labels = {}): number {
    const isAsked = (series: Series) =>
      series.name === name &&
      Object.entries(labels).every(([label, value]) => series.labels[label] === value);
    return this.series.filter(isAsked).reduce((sum, { value }) => sum + value, 0);
  }

  /** By how much a value has risen since an earlier scrape. */
  rise(since: Scrape, name: string, labels: Labels = {}): number {
    return this.value(name, labels) - since.value(name, labels);
  }
}

function seriesOf(line: string): Series {
  const [, name = '', inBraces = '', value = ''] =
    /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const labels = [...inBraces.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
    ([, label = '', text = '']) => [label, text] as const,
  );
  if (name === '') throw new Error(`not a sample: ${line}`);
  return {
    name,
    labels: Object.fromEntries(labels),
    value: Number(value.replace('Inf', 'Infinity')),
  };
}
