/** The record of a contract order, and its conversion back to the order. */
import type { ContractOrder } from '../../domain/contract-orders';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { NewContractOrder } from './open-contract-order';

export function newContractOrderOf(order: ContractOrder, workflowId: string): NewContractOrder {
  return {
    _id: order.orderId,
    accountId: order.accountId,
    clientOrderId: order.clientOrderId,
    contractId: order.contractId,
    ticketId: order.ticket?.ticketId ?? null,
    modelId: order.modelId,
    tenor: order.tenor,
    region: order.region,
    excludedOwner: order.excludedOwner,
    timeInForce: order.timeInForce,
    limitPriceScale8: BigInt(order.limitPriceScale8),
    quantityTokens: order.quantityTokens,
    spotLifetimeMs: order.spotLifetimeMs,
    workflowId,
    requestId: order.requestId,
    traceparent: order.traceparent ?? null,
    expiresAt: order.expiresAtMs === null ? null : new Date(order.expiresAtMs),
  };
}

/** For a workflow that resumes the order. */
export function contractOrderOf(document: ContractOrderDocument): ContractOrder {
  return {
    orderId: document._id,
    contractId: document.contractId,
    accountId: document.accountId,
    requestId: document.requestId,
    ...(document.traceparent ? { traceparent: document.traceparent } : {}),
    clientOrderId: document.clientOrderId,
    ticket: null,
    modelId: document.modelId,
    tenor: document.tenor,
    region: document.region,
    excludedOwner: document.excludedOwner,
    limitPriceScale8: document.limitPriceScale8.toString(),
    quantityTokens: document.quantityTokens,
    timeInForce: document.timeInForce,
    expiresAtMs: document.expiresAt?.getTime() ?? null,
    spotLifetimeMs: document.spotLifetimeMs,
  };
}
