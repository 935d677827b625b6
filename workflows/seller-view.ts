/**
 * The view of a seller in the Temporal web UI: its current details, its search attributes, and what
 * its queries answer.
 */
import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { RegistrationOutcome } from '../domain/registration';
import type { SellerStanding, Standing } from '../domain/standing';
import { timeText } from '../domain/timestamps';
import { quoted, tableOf } from './current-details';
import { noteFound } from './found-by';
import { linkToList } from './links';
import { SELLER_STANDING } from './search-attributes';

type Registered = Extract<RegistrationOutcome, { kind: 'registered' }>;

/** Only the newest are kept. */
const KEPT = 50;

/** What one run passes to the next. */
export interface Shown {
  readonly lines: readonly (readonly [string, string])[];
  readonly events: readonly (readonly string[])[];
  readonly registrations: readonly ShownRegistration[];
  readonly standing: ShownStanding | null;
}

export interface ShownRegistration {
  readonly at: string;
  readonly change: Registered['change'];
  readonly name: string;
  readonly models: readonly string[];
  readonly regions: readonly string[];
}

export interface ShownStanding {
  readonly seller_id: string;
  readonly standing: Standing;
  /** The end of a suspension by the rule. */
  readonly until: string | null;
}

/** Runs of earlier releases passed on the lines alone. */
type Passed = Shown | Shown['lines'];

export class SellerView {
  private listedAs: Standing | null = null;
  private readonly lines: Map<string, string>;
  private readonly events: (readonly string[])[] = [];
  readonly registrations: ShownRegistration[] = [];
  standing: ShownStanding | null = null;

  constructor(endpointUrl: string, passed: Passed = []) {
    const shown = isLines(passed)
      ? { lines: passed, events: [], registrations: [], standing: null }
      : passed;
    this.lines = new Map([['endpoint', `Endpoint ${quoted(endpointUrl)}`], ...shown.lines]);
    this.events.push(...shown.events);
    this.registrations.push(...shown.registrations);
    this.standing = shown.standing;
    this.tell();
  }

  get shown(): Shown {
    const { lines, events, registrations, standing } = this;
    return { lines: [...lines], events, registrations, standing };
  }

  /** The newest message that could not be read. */
  readonly skipped = (line: string): void => {
    this.lines.set('skipped', line);
    this.tell();
  };

  registered({ seller, change }: Registered): void {
    const { sellerId, name, supportedModels: models, regions } = seller;
    noteFound({ seller: sellerId });
    keep(this.registrations, { at: timeText(Date.now()), change, name, models, regions });
    this.note(`Registration: ${change}`, models?.map(quoted).join(', ') ?? '');
    this.lines.set('seller', `Seller ${sellerId}, last registration: ${change}`);
    if (change === 'created') {
      this.lines.set('standing', 'Standing **Active**');
      this.standing = { seller_id: sellerId, standing: 'Active', until: null };
    }
    this.lines.set('owes', owesLine(sellerId));
    this.tell();
    if (change === 'created') this.listAs('Active');
  }

  /** @param why an operator's reason */
  stands(standing: SellerStanding, why?: string): void {
    const { sellerId, suspendedMs } = standing;
    const line = standingLine(standing);
    if (this.standing?.standing !== standing.standing)
      this.note(line, why === undefined ? 'By the rule, from its dispatches' : quoted(why));
    const until = suspendedMs === null ? null : timeText(Date.now() + suspendedMs);
    this.standing = { seller_id: sellerId, standing: standing.standing, until };
    this.lines.set('standing', line);
    this.lines.set('owes', owesLine(sellerId));
    this.tell();
    this.listAs(standing.standing);
  }

  /** Runs before this patch did not set the attribute. */
  private listAs(standing: Standing): void {
    if (standing === this.listedAs || !patched('seller-standing')) return;
    this.listedAs = standing;
    upsertSearchAttributes([{ key: SELLER_STANDING, value: standing }]);
  }

  private note(what: string, why: string): void {
    keep(this.events, [timeText(Date.now()), what, why]);
  }

  private tell(): void {
    const events = this.events.length > 0 ? [tableOf(['Time', 'What', 'Why'], this.events)] : [];
    setCurrentDetails([...this.lines.values(), ...events].join('\n\n'));
  }
}

function keep<Item>(items: Item[], item: Item): void {
  items.push(item);
  if (items.length > KEPT) items.shift();
}

function isLines(passed: Passed): passed is Shown['lines'] {
  return Array.isArray(passed);
}

function standingLine({ standing, suspendedMs }: SellerStanding): string {
  if (suspendedMs === null) return `Standing **${standing}**`;
  return `Standing **${standing}** until ${timeText(Date.now() + suspendedMs)}`;
}

/** Its open deliveries have workflows of their own, which this query lists. */
function owesLine(sellerId: string): string {
  const query = `Ids="${sellerId}" AND WorkflowType="deliveryLot" AND ExecutionStatus="Running"`;
  const lots = linkToList('the lots that it owes', query);
  return `What it owes: ${lots} (\`${query}\`), in tokens \`tokenbook sellers show ${sellerId}\``;
}
