/** The activity of the registration of a seller (SELLER-3). */
import {
  type Registration,
  type RegistrationOutcome,
  isRegistration,
} from '../domain/registration';
import type { EndpointRegister } from '../exchange/sellers/endpoint-register';
import { readable } from './readable';

export interface SellerActivities {
  registerSeller(registration: Registration): Promise<RegistrationOutcome>;
}

export function createSellerActivities(register: EndpointRegister): SellerActivities {
  return {
    registerSeller: async (registration) =>
      register.register(readable(registration, isRegistration, 'registration')),
  };
}
