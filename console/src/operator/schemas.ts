/** Names for the bodies of the operator's description. */
import type { components } from '../client/generated/operator';

export type Body<Name extends keyof components['schemas']> = components['schemas'][Name];
