/** Whether a start failed because of what is in it, or because Temporal is not available. */
import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import { PayloadConverterError, ValueError } from '@temporalio/common';
import { StartRefused } from '../exchange/takeover/start-refused';

const INVALID_ARGUMENT = 3;
const OUT_OF_RANGE = 11;
/** A message over gRPC's limit. */
const TOO_LARGE = /larger than max/;
/**
 * Cancelled, deadline exceeded, not found (the namespace), permission denied, resource exhausted,
 * aborted, unavailable, unauthenticated: about the server, and the same for every workflow.
 */
const OF_THE_SERVER: ReadonlySet<number> = new Set([1, 4, 5, 7, 8, 10, 14, 16]);

export function isInvalidArgument(err: unknown): boolean {
  return grpcErrorOf(err)?.code === INVALID_ARGUMENT;
}

/**
 * The error as the exchange knows it: StartRefused when it concerns this workflow alone. Any other
 * error, for example of MongoDB, says nothing about it.
 */
export function startFailure(err: unknown): unknown {
  const grpc = grpcErrorOf(err);
  if (!grpc) return isUnsendable(err) ? new StartRefused(err, true) : err;
  const { code, details } = grpc;
  if (TOO_LARGE.test(details)) return new StartRefused(err, true);
  if (OF_THE_SERVER.has(code)) return err;
  return new StartRefused(err, code === INVALID_ARGUMENT || code === OUT_OF_RANGE);
}

/** The input cannot become a message. */
function isUnsendable(err: unknown): boolean {
  return err instanceof ValueError || err instanceof PayloadConverterError;
}

function grpcErrorOf(err: unknown): { code: number; details: string } | null {
  const cause = err instanceof ServiceError ? err.cause : err;
  return isGrpcServiceError(cause) ? cause : null;
}
