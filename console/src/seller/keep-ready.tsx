/** What must be kept ready: per model, what is owed over time against the last capacity report. */
import { Panel } from '../design/layout';
import { useNow } from '../design/now';
import { StepPlot } from '../design/step-plot';
import { Table } from '../design/table';
import { Quantity, Time, shortQuantity } from '../design/values';
import type { Delivery, SellerAccount } from './bodies';
import { type OwedStep, byModel, mostOwed, owedOverTime } from './owed-over-time';

type Report = SellerAccount['capacity_reports'][number];

interface KeepReadyProps {
  readonly lots: readonly Delivery[];
  readonly reports: readonly Report[];
  /** There are lots that the page has not loaded. */
  readonly isCut: boolean;
}

export function KeepReady({ lots, reports, isCut }: KeepReadyProps) {
  return (
    <Panel title="What must be kept ready">
      <div className="stack">
        {isCut && (
          <p className="hint">These are the oldest {lots.length} lots; load more of them below.</p>
        )}
        {byModel(lots).map(([model, own]) => (
          <ModelToKeep
            key={model}
            model={model}
            lots={own}
            report={reports.find(({ model_id: id }) => id === model) ?? null}
          />
        ))}
      </div>
    </Panel>
  );
}

interface ModelProps {
  readonly model: string;
  readonly lots: readonly Delivery[];
  readonly report: Report | null;
}

function ModelToKeep({ model, lots, report }: ModelProps) {
  const nowMs = useNow();
  const steps = owedOverTime(lots, nowMs);
  const most = mostOwed(steps);
  if (most === null) return null;
  const reported = report === null ? null : BigInt(report.available_tokens);
  return (
    <section className="stack" aria-label={`What must be kept ready of ${model}`}>
      <h3>{model}</h3>
      <p className="small">
        Owed now: <Quantity value={String(steps[0]?.tokens ?? 0n)} /> tokens. At most{' '}
        <Quantity value={String(most.tokens)} />
        {most.fromMs > nowMs && (
          <>
            , from <Time value={most.fromMs} />
          </>
        )}
        .{' '}
        {report === null ? (
          'You have not reported what you can serve.'
        ) : (
          <>
            Reported: <Quantity value={report.available_tokens} />,{' '}
            <Time value={report.reported_at} show="ago" />.
          </>
        )}
      </p>
      {reported !== null && <Warning steps={steps} most={most} reported={reported} />}
      <StepPlot
        title={`Owed tokens of ${model} over time: ${steps.length} steps, at most ${shortQuantity(String(most.tokens))}`}
        steps={steps.map((step) => ({ ...step, value: String(step.tokens) }))}
        level={reported === null ? null : { label: 'reported', value: String(reported) }}
      />
      <details>
        <summary>As a table</summary>
        <Table
          caption={`Owed tokens of ${model} over time`}
          columns={[
            {
              key: 'from',
              title: 'From',
              isHeading: true,
              cell: ({ fromMs }) => (fromMs > nowMs ? <Time value={fromMs} /> : 'now'),
            },
            { key: 'until', title: 'Until', cell: ({ untilMs }) => <Time value={untilMs} /> },
            {
              key: 'owed',
              title: 'Owed tokens',
              align: 'end',
              cell: ({ tokens }) => <Quantity value={String(tokens)} />,
            },
          ]}
          rows={steps}
          keyOf={({ untilMs }) => String(untilMs)}
        />
      </details>
    </section>
  );
}

interface WarningProps {
  readonly steps: readonly OwedStep[];
  readonly most: OwedStep;
  readonly reported: bigint;
}

function Warning({ steps, most, reported }: WarningProps) {
  if ((steps[0]?.tokens ?? 0n) > reported) {
    return (
      <p className="notice" role="alert">
        You owe more in open windows than you last reported. Your buyers see that too.
      </p>
    );
  }
  if (most.tokens <= reported) return null;
  return (
    <p className="notice">
      You will owe more than you last reported, from <Time value={most.fromMs} /> on.
    </p>
  );
}
