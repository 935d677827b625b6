/** A setting of Temporal that lets `fastForward` skip the time of a workflow. */
export const TIME_SKIPPING = 'frontend.WorkflowTimeSkippingEnabled=true';
