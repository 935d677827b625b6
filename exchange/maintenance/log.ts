/** Reports what a run of maintenance found, or could not do. */
export interface MaintenanceLog {
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}
