/** Reports what a run of maintenance found and did, or could not do. */
export interface MaintenanceLog {
  info(message: string, fields: Record<string, unknown>): void;
  warn(message: string, fields: Record<string, unknown>): void;
  error(message: string, fields: Record<string, unknown>): void;
}
