/** The view of a seller in the Temporal web UI: its current details, and its search attributes. */
import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { RegistrationOutcome } from '../domain/registration';
import type { SellerStanding, Standing } from '../domain/standing';
import { noteFound } from './found-by';
import { SELLER_STANDING } from './search-attributes';
import { quoted } from './current-details';

type Registered = Extract<RegistrationOutcome, { kind: 'registered' }>;

export class SellerView {
  private listedAs: Standing | null = null;
  private readonly lines: Map<string, string>;

  /** @param shown the lines of the previous run */
  constructor(endpointUrl: string, shown: readonly (readonly [string, string])[] = []) {
    this.lines = new Map([['endpoint', `Endpoint ${quoted(endpointUrl)}`], ...shown]);
    this.tell();
  }

  /** For the next run. */
  get shown(): [string, string][] {
    return [...this.lines];
  }

  /** The newest message that could not be read. */
  readonly skipped = (line: string): void => {
    this.lines.set('skipped', line);
    this.tell();
  };

  registered({ seller: { sellerId }, change }: Registered): void {
    noteFound({ seller: sellerId });
    this.lines.set('seller', `Seller ${sellerId}, last registration: ${change}`);
    if (change === 'created') this.lines.set('standing', 'Standing **Active**');
    this.lines.set('owes', owesLine(sellerId));
    this.tell();
    if (change === 'created') this.listAs('Active');
  }

  stands(standing: SellerStanding): void {
    this.lines.set('standing', standingLine(standing));
    this.lines.set('owes', owesLine(standing.sellerId));
    this.tell();
    this.listAs(standing.standing);
  }

  /** Runs before this patch did not set the attribute. */
  private listAs(standing: Standing): void {
    if (standing === this.listedAs || !patched('seller-standing')) return;
    this.listedAs = standing;
    upsertSearchAttributes([{ key: SELLER_STANDING, value: standing }]);
  }

  private tell(): void {
    setCurrentDetails([...this.lines.values()].join('\n\n'));
  }
}

function standingLine({ standing, suspendedMs }: SellerStanding): string {
  if (suspendedMs === null) return `Standing **${standing}**`;
  return `Standing **${standing}** until ${new Date(Date.now() + suspendedMs).toISOString()}`;
}

/** Its open deliveries have workflows of their own, which this query lists. */
function owesLine(sellerId: string): string {
  const query = `Ids="${sellerId}" AND WorkflowType="deliveryLot" AND ExecutionStatus="Running"`;
  return `What it owes: the workflows of \`${query}\`, in tokens \`tokenbook sellers show ${sellerId}\``;
}
