/** The activities of workflows/maintenance.ts. */
import type { Maintenance } from '../exchange/maintenance/maintenance';

/** The number of violations, and of invariants that could not be checked. */
export interface LedgerCheck {
  readonly violations: number;
  readonly unchecked: number;
}

export interface MaintenanceActivities {
  /** @returns the number of finished orders */
  finishOrphans(): Promise<number>;
  checkLedger(): Promise<LedgerCheck>;
  /** @returns null unless it is due */
  checkWholeLedger(): Promise<LedgerCheck | null>;
}

export function createMaintenanceActivities(
  maintenance: Pick<Maintenance, keyof MaintenanceActivities>,
): MaintenanceActivities {
  return {
    finishOrphans: () => maintenance.finishOrphans(),
    checkLedger: () => maintenance.checkLedger(),
    checkWholeLedger: () => maintenance.checkWholeLedger(),
  };
}
